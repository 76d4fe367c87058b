import { Data } from "effect"

/** The demo cannot go on; the message is what the person at the terminal reads. */
export class DemoFailed extends Data.TaggedError("DemoFailed")<{ readonly message: string }> {}
