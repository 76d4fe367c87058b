import { splunk, type SplunkState } from "@svc/lab/splunk"
import { startVendor } from "@svc/lab/vendor"

export interface Splunk {
  readonly port: number
  readonly token: string
  /** What it has taken since it was started, in the order in which it came. */
  readonly events: () => ReadonlyArray<unknown>
  readonly close: () => Promise<void>
}

/** The lab's emulator of a Splunk HTTP Event Collector; it keeps events in memory. */
export const startSplunk = async (tls: { readonly key: string; readonly cert: string }): Promise<Splunk> => {
  const { close, port, state } = await startVendor<SplunkState>(splunk, { tls })
  return { port, token: state.token, events: () => state.events.map(({ event }) => event), close }
}
