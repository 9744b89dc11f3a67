package io.seatrial;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Holds the rooms in their order: a room imports only rooms before it in the list. */
class HouseRulesTest {
    /** The rooms in the direction in which data moves; a room that has nothing to do yet is not there yet. */
    private static final List<String> ROOMS = List.of(
            "measurement",
            "formats",
            "inventory",
            "plan",
            "transport",
            "probe",
            "telemetry",
            "archive",
            "baseline",
            "criteria",
            "diagnosis",
            "run",
            "report",
            "testkit",
            "lab");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.seatrial");

    @Test
    void sees_the_classes_it_speaks_of() {
        assertThat(CLASSES.size()).isGreaterThan(150);
        assertThat(CLASSES.stream()
                        .map(c -> c.getPackageName().split("\\.", -1))
                        .filter(p -> p.length > 2)
                        .map(p -> p[2]))
                .isSubsetOf(ROOMS);
    }

    @Test
    void rooms_import_only_rooms_before_them() {
        for (int i = 0; i < ROOMS.size(); i++) {
            List<String> later = new ArrayList<>();
            ROOMS.subList(i + 1, ROOMS.size()).forEach(room -> later.add("io.seatrial." + room + ".."));
            // Nobody imports the lab but the command line and tests; it may know everything before it.
            if (!later.isEmpty()) {
                noClasses()
                        .that()
                        .resideInAPackage("io.seatrial." + ROOMS.get(i) + "..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(later.toArray(String[]::new))
                        .allowEmptyShould(true)
                        .check(CLASSES);
            }
        }
    }

    @Test
    void rooms_are_free_of_cycles() {
        slices().matching("io.seatrial.(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    @ParameterizedTest
    @CsvSource({
        "org.apache.sshd.., transport.ssh|lab",
        "io.qameta.allure.., report",
        "org.junit.jupiter.., testkit",
        "org.assertj.., testkit",
        "com.fasterxml.jackson.dataformat.yaml.., inventory|criteria|baseline",
        "org.yaml.snakeyaml.., inventory|criteria|baseline",
        "jnr.ffi.., probe.inprocess",
        "java.sql.., archive",
        "java.net.http.., telemetry.http",
    })
    void one_library_lives_in_one_room(String library, String rooms) {
        String[] allowed = List.of(rooms.split("\\|")).stream()
                .map(room -> "io.seatrial." + room + "..")
                .toArray(String[]::new);
        ArchRule rule = noClasses()
                .that()
                .resideOutsideOfPackages(allowed)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library.trim());
        rule.check(CLASSES);
    }

    @Test
    void launcher_types_stay_in_testkit_and_report() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.seatrial.testkit..", "io.seatrial.report..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.junit.platform..")
                .check(CLASSES);
    }

    @Test
    void no_attic() {
        noClasses()
                .should()
                .resideInAnyPackage("..util..", "..utils..", "..common..", "..helper..", "..helpers..", "..manager..")
                .check(CLASSES);
        noClasses().should().haveSimpleNameEndingWith("Manager").check(CLASSES);
        noClasses().should().haveSimpleNameEndingWith("Helper").check(CLASSES);
        noClasses().should().haveSimpleNameEndingWith("Util").check(CLASSES);
        noClasses().should().haveSimpleNameEndingWith("Utils").check(CLASSES);
        noClasses().should().haveSimpleNameEndingWith("Impl").check(CLASSES);
    }

    @Test
    void every_room_says_what_it_is() {
        List<String> packages =
                CLASSES.stream().map(c -> c.getPackageName()).distinct().toList();
        for (String name : packages) {
            assertThat(CLASSES.contain(name + ".package-info") || hasSource(name))
                    .as("package-info.java of " + name)
                    .isTrue();
        }
    }

    private static boolean hasSource(String name) {
        return java.nio.file.Files.exists(
                java.nio.file.Path.of("src/main/java", name.replace('.', '/'), "package-info.java"));
    }

    @Test
    void nobody_prints_but_the_command_line() {
        noClasses()
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .check(CLASSES);
    }

    @Test
    void nobody_sleeps() {
        noClasses().should().callMethod(Thread.class, "sleep", long.class).check(CLASSES);
    }

    @Test
    void the_words_know_no_room() {
        classes()
                .that()
                .resideInAPackage("io.seatrial.measurement..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "io.seatrial.measurement..")
                .check(CLASSES);
    }
}
