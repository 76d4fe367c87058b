/** The service in a process of its own, as `npm start` runs it: what was built of the sources that are there. */
export const builtService = process.env["TEST_SERVICE"] ?? ""

/** What every process of a test is given: where programs are, and the run's cache of compiled modules, for a start in half the time. */
export const childEnvironment = {
  PATH: process.env["PATH"] ?? "",
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? ""
}
