import { beforeEach } from "vitest"

// A limit is for what hangs: under this one a busy machine fails a case that is right.
const least = 120_000

beforeEach(({ task }) => {
  if (task.timeout < least) {
    throw new Error(`The case has a limit of ${task.timeout} ms: leave it out, or give it ${least} ms at least`)
  }
})
