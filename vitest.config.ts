import { defineConfig } from "vitest/config"
import { LongestFirst } from "./test/support/longest-first.ts"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: "test/support/global-setup.ts",
    setupFiles: "test/support/limits.ts",
    // A limit is for what hangs: a slow or busy machine must not fail a test.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // Two cores run the database too; more workers only make each other late.
    maxWorkers: 2,
    // A worker keeps the modules of its first suite: every suite builds its own layers and database anyway.
    isolate: false,
    sequence: { sequencer: LongestFirst }
  }
})
