# make check: everything that can be checked on this machine; what cannot is said in one line.
T := $(O)/test
TEST_FLAGS := -std=gnu11 -O1 -g -Wall -Wextra -Wshadow -Werror -D_GNU_SOURCE
UNIT_TESTS := histogram ports progress request samples $(if $(filter 0,$(VERBS)),,verbs)
PROCESS_TESTS := agent faults leash tree lib
QEMU := qemu-aarch64-static

$(T)/%: test/%.c test/check.c test/check.h test/harness.c test/harness.h $(MODULES:src/%.c=$(O)/obj-$(ARCH)/%.o)
	@mkdir -p $(@D)
	@$(CC) $(TEST_FLAGS) -o $@ $< test/check.c test/harness.c $(MODULES:src/%.c=$(O)/obj-$(ARCH)/%.o) -lpthread -ldl
$(T)/aarch64/%: test/%.c test/check.c test/check.h test/harness.c test/harness.h $(MODULES:src/%.c=$(O)/obj-aarch64/%.o)
	@mkdir -p $(@D)
	@$(CROSS)gcc $(TEST_FLAGS) -o $@ $< test/check.c test/harness.c $(MODULES:src/%.c=$(O)/obj-aarch64/%.o) -lpthread -ldl

$(T)/test_samples $(T)/aarch64/test_samples: test/asked.h

# The fake libraries, per machine type: $(1) folder, $(2) compiler.
FAKE_FLAGS := -std=gnu11 -O2 -g -Wall -Wextra -Wshadow -Werror -D_GNU_SOURCE -fPIC -fvisibility=hidden -shared
FAKE_VERBS := settings devices address memory completion pair queue wire
define fakes
$(1)/fake/libibverbs.so.1: $(FAKE_VERBS:%=test/fake/%.c) test/fake/fake.h test/fake/libibverbs.map | rdma-headers
	@mkdir -p $$(@D)
	@$(2) $(FAKE_FLAGS) -isystem $(RDMA_HEADERS) -o $$@ $$(filter %.c,$$^) -Wl,-soname,libibverbs.so.1 -Wl,--version-script=test/fake/libibverbs.map -lpthread
$(1)/fake/librdmacm.so.1: test/fake/cm.c test/fake/librdmacm.map $(1)/fake/libibverbs.so.1
	@$(2) $(FAKE_FLAGS) -isystem $(RDMA_HEADERS) -o $$@ $$< -Wl,-soname,librdmacm.so.1 -Wl,--version-script=test/fake/librdmacm.map \
	  -L$(1)/fake -l:libibverbs.so.1 -lpthread
$(1)/fake/libcuda.so.1: test/fake/cuda.c
	@mkdir -p $$(@D)
	@$(2) $(FAKE_FLAGS) -o $$@ $$< -Wl,-soname,libcuda.so.1
$(1)/test_fake $(1)/test_fake_cm: $(1)/test_fake%: test/test_fake%.c test/check.c test/check.h test/harness.c test/harness.h $(1)/fake/librdmacm.so.1 | rdma-headers
	@mkdir -p $$(@D)
	@$(2) $(TEST_FLAGS) -isystem $(RDMA_HEADERS) -o $$@ $$(filter %.c,$$^) -L$(1)/fake -l:librdmacm.so.1 -l:libibverbs.so.1 -lpthread
# The GPU libraries: of NVIDIA, of AMD in a folder of its own, and what is left of the first without NCCL.
$(1)/gpu/libcuda.so.1: test/fake/gpu/gpu.c
	@mkdir -p $$(@D)
	@$(2) $(FAKE_FLAGS) -Wno-missing-prototypes -o $$@ $$< -Wl,-soname,libcuda.so.1 -lpthread
$(1)/gpu/libnccl.so.2: test/fake/gpu/nccl.c
	@mkdir -p $$(@D)
	@$(2) $(FAKE_FLAGS) -o $$@ $$< -Wl,-soname,libnccl.so.2 -lpthread -ldl
$(1)/gpu/amd/libamdhip64.so.6: test/fake/gpu/gpu.c
	@mkdir -p $$(@D)
	@$(2) $(FAKE_FLAGS) -DHIP -o $$@ $$< -Wl,-soname,libamdhip64.so.6 -lpthread
$(1)/gpu/amd/librccl.so.1: test/fake/gpu/nccl.c
	@mkdir -p $$(@D)
	@$(2) $(FAKE_FLAGS) -DHIP -o $$@ $$< -Wl,-soname,librccl.so.1 -lpthread -ldl
$(1)/gpu/amd/libhiprtc.so.6: test/fake/gpu/hiprtc.c
	@mkdir -p $$(@D)
	@$(2) $(FAKE_FLAGS) -o $$@ $$< -Wl,-soname,libhiprtc.so.6
$(1)/gpu/venv/lib/python3.11/site-packages/nvidia/nccl/lib/libnccl.so.2: $(1)/gpu/libnccl.so.2
	@mkdir -p $$(@D)
	@cp $$< $$@
$(1)/gpu/driver-only/libcuda.so.1: $(1)/gpu/libcuda.so.1
	@mkdir -p $$(@D)
	@cp $$< $$@
endef
# Two agents, a controller between them, and the fakes below them.
PAIR_TESTS := verbs_runs verbs_faults verbs_gpu verbs_many
$(PAIR_TESTS:%=$(T)/test_%): $(T)/test_%: test/test_%.c test/pair.c test/pair.h test/check.c test/check.h test/harness.c test/harness.h
	@mkdir -p $(@D)
	@$(CC) $(TEST_FLAGS) -o $@ $(filter %.c,$^)
# An agent for each rank, and a controller between them.
RANK_TESTS := collective verbs_collective
$(RANK_TESTS:%=$(T)/test_%): $(T)/test_%: test/test_%.c test/ranks.c test/ranks.h test/check.c test/check.h test/harness.c test/harness.h
	@mkdir -p $(@D)
	@$(CC) $(TEST_FLAGS) -o $@ $(filter %.c,$^)
$(eval $(call fakes,$(T),$(CC)))
$(eval $(call fakes,$(T)/aarch64,$(CROSS)gcc))

$(T)/test_collective_gpu: test/test_collective_gpu.c test/gpu_ranks.c test/gpu_ranks.h test/check.c test/check.h test/harness.c test/harness.h
	@mkdir -p $(@D)
	@$(CC) $(TEST_FLAGS) -o $@ $(filter %.c,$^)
GPU_FAKES := venv/lib/python3.11/site-packages/nvidia/nccl/lib/libnccl.so.2 libcuda.so.1 libnccl.so.2 amd/libamdhip64.so.6 amd/librccl.so.1 amd/libhiprtc.so.6 driver-only/libcuda.so.1

check: check-abi check-native check-aarch64

.PHONY: check-native check-aarch64 check-emulated
check-native: all $(UNIT_TESTS:%=$(T)/test_%) $(PROCESS_TESTS:%=$(T)/test_%) $(T)/test_collective
	@$(T)/test_histogram
	@$(T)/test_progress
	@$(T)/test_ports
	@$(T)/test_request
	@$(if $(filter 0,$(VERBS)),echo "skipped: verbs (built with VERBS=0)",$(T)/test_verbs)
	@$(T)/test_samples wire/samples
	@test/options.sh $(NATIVE)/seatrial-probe
	@test/size.sh $(NATIVE)/seatrial-probe $(NATIVE)/libseatrial-probe.so
	@test/make_tree.sh $(T)/tree
	@$(T)/test_tree "$(NATIVE)/seatrial-probe" $(T)/tree
	@$(T)/test_lib $(NATIVE)/libseatrial-probe.so $(T)/tree
	@$(if $(filter 0,$(VERBS)),:,$(MAKE) -s O=$(O) check-verbs)
	@$(MAKE) -s O=$(O) VERBS=$(VERBS) check-gpu
	@$(T)/test_leash "$(NATIVE)/seatrial-probe"
	@$(T)/test_agent "$(NATIVE)/seatrial-probe"
	@$(T)/test_faults "$(NATIVE)/seatrial-probe"
	@$(T)/test_collective "$(NATIVE)/seatrial-probe"

# Collectives over fake GPUs; nothing of RDMA is needed.
.PHONY: check-gpu check-gpu-emulated
check-gpu: all $(T)/test_collective_gpu $(GPU_FAKES:%=$(T)/gpu/%)
	@$(T)/test_collective_gpu "$(NATIVE)/seatrial-probe" $(abspath $(T)/gpu)
QEMU_GPU := $(QEMU) -L /usr/aarch64-linux-gnu
check-gpu-emulated: $(T)/test_collective_gpu $(GPU_FAKES:%=$(T)/aarch64/gpu/%)
	@SEATRIAL_EMULATED=1 SEATRIAL_PROBE_EMULATOR="$$(command -v $(QEMU)) -L /usr/aarch64-linux-gnu" $(T)/test_collective_gpu "$(QEMU_GPU) $(O)/linux-aarch64/seatrial-probe" $(abspath $(T)/aarch64/gpu)
	@echo "aarch64: collectives over fake GPUs checked under $(QEMU)"

# Over the fakes, which need the headers of rdma-core.
.PHONY: check-verbs check-verbs-emulated
check-verbs: $(T)/fake/libcuda.so.1 $(T)/test_fake $(T)/test_fake_cm $(PAIR_TESTS:%=$(T)/test_%) $(T)/test_verbs_collective
	@test/make_fabric.sh $(T)/fabric
	@LD_LIBRARY_PATH=$(T)/fake $(T)/test_fake $(T)/fabric/roce
	@LD_LIBRARY_PATH=$(T)/fake $(T)/test_fake_cm $(T)/fabric $(T)/live
	@$(T)/test_verbs_runs "$(NATIVE)/seatrial-probe" $(T)/fake $(T)/fabric
	@$(T)/test_verbs_faults "$(NATIVE)/seatrial-probe" $(T)/fake $(T)/fabric
	@$(T)/test_verbs_gpu "$(NATIVE)/seatrial-probe" $(T)/fake $(T)/fabric
	@$(T)/test_verbs_many "$(NATIVE)/seatrial-probe" $(T)/fake $(T)/fabric
	@$(T)/test_verbs_collective "$(NATIVE)/seatrial-probe" $(T)/fake $(T)/fabric
check-verbs-emulated: $(T)/aarch64/test_fake $(T)/aarch64/test_fake_cm $(PAIR_TESTS:%=$(T)/test_%) $(T)/test_verbs_collective
	@test/make_fabric.sh $(T)/aarch64/fabric
	@$(QEMU) -L /usr/aarch64-linux-gnu -E LD_LIBRARY_PATH=$(T)/aarch64/fake $(T)/aarch64/test_fake $(T)/aarch64/fabric/roce
	@$(QEMU) -L /usr/aarch64-linux-gnu -E LD_LIBRARY_PATH=$(T)/aarch64/fake $(T)/aarch64/test_fake_cm $(T)/aarch64/fabric $(T)/aarch64/live
	@SEATRIAL_EMULATED=1 $(T)/test_verbs_runs "$(EMULATED)" $(T)/aarch64/fake $(T)/aarch64/fabric
	@SEATRIAL_EMULATED=1 $(T)/test_verbs_faults "$(EMULATED)" $(T)/aarch64/fake $(T)/aarch64/fabric
	@SEATRIAL_EMULATED=1 $(T)/test_verbs_many "$(EMULATED)" $(T)/aarch64/fake $(T)/aarch64/fabric
	@SEATRIAL_EMULATED=1 $(T)/test_verbs_collective "$(EMULATED)" $(T)/aarch64/fake $(T)/aarch64/fabric
	@echo "aarch64: verbs over the fakes checked under $(QEMU)"

# The emulated binary: everything but what qemu does not pass on (ethtool, its own command line) or distorts (memory).
check-aarch64: all
	@if [ "$(ARCH)" = aarch64 ]; then :; \
	elif ! command -v $(CROSS)gcc >/dev/null; then echo "skipped: aarch64 ($(CROSS)gcc is missing)"; \
	elif ! command -v $(QEMU) >/dev/null; then $(MAKE) -s O=$(O) cross && echo "skipped: running the aarch64 binary ($(QEMU) is missing; Debian: qemu-user-static)"; \
	else $(MAKE) -s O=$(O) check-emulated; fi
EMULATED := $(QEMU) -L /usr/aarch64-linux-gnu $(O)/linux-aarch64/seatrial-probe
check-emulated: $(O)/linux-aarch64/seatrial-probe $(T)/aarch64/test_samples $(T)/aarch64/test_request $(T)/test_leash $(T)/test_agent $(T)/test_collective
	@abi/check-abi.sh $(CROSS)objdump $(O)/linux-aarch64/seatrial-probe >/dev/null
	@test/size.sh $(O)/linux-aarch64/seatrial-probe
	@$(QEMU) -L /usr/aarch64-linux-gnu $(T)/aarch64/test_samples wire/samples
	@$(QEMU) -L /usr/aarch64-linux-gnu $(T)/aarch64/test_request
	@$(if $(filter 0,$(VERBS)),:,$(MAKE) -s O=$(O) check-verbs-emulated)
	@$(MAKE) -s O=$(O) VERBS=$(VERBS) check-gpu-emulated
	@SEATRIAL_EMULATED=1 $(T)/test_leash "$(EMULATED)"
	@SEATRIAL_EMULATED=1 $(T)/test_agent "$(EMULATED)"
	@SEATRIAL_EMULATED=1 $(T)/test_collective "$(EMULATED)"
	@echo "aarch64: samples, requests, leash, agent and collectives checked under $(QEMU)"

# What our loops cost per operation; by hand, needs valgrind.
.PHONY: bench-verbs
bench-verbs: all $(T)/fake/libibverbs.so.1
	@test/make_fabric.sh $(T)/fabric
	@bench/verbs_cost.sh $(NATIVE)/seatrial-probe $(abspath $(T)/fake) $(abspath $(T)/fabric)

# Rings against plain streams over the same links; by hand.
.PHONY: bench-collective
$(T)/bench_collective: bench/collective.c test/ranks.c test/ranks.h test/check.c test/check.h test/harness.c test/harness.h
	@mkdir -p $(@D)
	@$(CC) $(TEST_FLAGS) -o $@ $(filter %.c,$^)
bench-collective: all $(T)/bench_collective
	@$(T)/bench_collective "$(NATIVE)/seatrial-probe" $(RANKS) $(ROUNDS) $(BYTES)
