/* What the two sides of a verbs measurement say to each other before and after it: short texts, through the controller (`say` and `hear`)
 * or over a TCP connection of their own. wire/FORMAT.md, "What the two sides say to each other". */
#ifndef SEATRIAL_CONVERSATION_H
#define SEATRIAL_CONVERSATION_H

#include "fabric.h"

/* Longest text, in bytes. 64 queue pair numbers need 448 of them. */
#define SAID_MAX_BYTES 1024
/* Heard instead of an answer: the other side has ended the conversation as agreed. Not a code of `enum code`. */
#define HEARD_BYE 1

struct conversation {
  struct op *op;
  struct failure *failure;
  bool by_tcp;
  bool parted; /* one of the two has refused: nothing more is to be said about this measurement */
  struct channel channel; /* by_tcp */
  char text[SAID_MAX_BYTES + 1]; /* what was heard last */
};

/* Gives a request of an agent ears, so that `hear` reaches it; before its thread starts. False when the kernel refuses. */
bool op_open_ears(struct op *op);
void op_close_ears(struct op *op);
/* Hands a text to a running request. False when it does not listen, is handed more than it has read, or the text is empty. */
bool op_hear(struct op *op, const char *text);

/* How the two sides speak: over TCP, or through the controller that must then be there. 0 or CODE_USAGE. */
int conversation_way(struct op *op, bool *by_tcp);
/* Opens the measuring side's end, as `via` says: connects, or looks whether there is a controller. 0 or a code. */
int conversation_dial(struct conversation *talk, struct op *op);
/* The descriptor that becomes readable when the other side has said something, or is gone. */
int conversation_fd(const struct conversation *talk);
int conversation_say(struct conversation *talk, const char *text);
/* Says why this side gives up; best effort, since whoever calls it has failed already. */
void conversation_refuse(struct conversation *talk, const struct failure *why);
/* Waits for the next text, which is then in talk->text: 0; a code when the operation is over, when the peer is gone, or when it refused
 * (the failure then carries the peer's words). */
int conversation_hear(struct conversation *talk);
/* The same for a side that waits for the next offer: a code without a failure when the operation is over. */
int conversation_await(struct conversation *talk);
/* Without waiting: 0 when nothing was said, HEARD_BYE, or a code as above. */
int conversation_look(struct conversation *talk);
/* After the transport has told that the other side is gone: its own words, which say why, take the slower way and may come a moment later.
 * Waits for them, at most LAST_WORDS_NS. Its code, with the failure in its words, or 0, with the failure as it was, when none came. */
int conversation_last_words(struct conversation *talk);
void conversation_close(struct conversation *talk);

/* The first word of a text is `word`. */
bool said_word(const char *text, const char *word);
/* The value of `key` in a text, cut to `size`. False when the key is not there. */
bool said_value(const char *text, const char *key, char *value, size_t size);
/* Appends ` key=...`; what does not fit is cut, which the reader then refuses. */
void say_more(char text[SAID_MAX_BYTES + 1], const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
