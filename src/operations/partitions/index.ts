import { PartitionsLoops } from "./loops.ts"

export const loops = PartitionsLoops
