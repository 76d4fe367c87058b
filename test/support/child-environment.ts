/** The service in a process of its own, as `npm start` runs it: what was built of the sources that are there. */
export const builtService = process.env["TEST_SERVICE"] ?? ""

/** What every process of a test is given: where programs are, and the run's cache of compiled modules, for a start in half the time. */
export const childEnvironment = {
  PATH: process.env["PATH"] ?? "",
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? ""
}

/**
 * What Node is told: with the usual 16 MB for young objects, and a thread per core to collect them, a quarter of the CPU of
 * the tests went to the collector.
 */
export const manyShortObjects: ReadonlyArray<string> = ["--max-semi-space-size=64", "--single-threaded-gc"]
