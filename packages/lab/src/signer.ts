import { declineAs, expire, type Papers, signAs, type SigningState, voidAs } from "./signing.ts"
import type { RunningVendor } from "./vendor.ts"

/** Ends an envelope at a running stand-in without a browser, and makes the calls that follow; answers their tries. */
export const signerAt = ({ callBack, state }: RunningVendor<SigningState & { readonly papers: Papers }>) => ({
  sign: (id: string, at?: string) => {
    signAs(state, id, at)
    return callBack()
  },
  decline: (id: string, reason?: string) => {
    declineAs(state, id, reason)
    return callBack()
  },
  /** The signing deadline passed. */
  expire: (id: string) => {
    expire(state, id)
    return callBack()
  },
  /** Ended on the vendor's own pages. */
  withdraw: (id: string, reason: string) => {
    voidAs(state, id, reason)
    return callBack()
  }
})
