import type { PlatformError } from "effect"
import { innermostMessage } from "./start-failed.ts"

/** What the operating system said of a file, without the path: `NotFound`, or `ENOSPC: no space left on device`. */
export const systemReason = (error: PlatformError.PlatformError): string => {
  const { _tag } = error.reason
  if (_tag !== "Unknown") return _tag
  const [said = ""] = innermostMessage(error).split(",", 1)
  return said === "" ? _tag : said
}
