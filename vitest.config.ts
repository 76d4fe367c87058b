import { defineConfig } from "vitest/config"
import { manyShortObjects } from "./test/support/child-environment.ts"
import { LongestFirst } from "./test/support/longest-first.ts"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: "test/support/global-setup.ts",
    setupFiles: "test/support/limits.ts",
    // A limit is for what hangs: a slow or busy machine must not fail a test.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // One waits for a browser or a process while two reckon: on two cores a fifth faster than two workers.
    maxWorkers: 3,
    // A worker keeps the modules of its first suite: every suite builds its own layers and database anyway.
    isolate: false,
    execArgv: [...manyShortObjects],
    sequence: { sequencer: LongestFirst }
  }
})
