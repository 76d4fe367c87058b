import * as Gauges from "./gauges/index.ts"

/** What whoever runs the service needs of it. */
export const loops = Gauges.loops
