import { docusign } from "@svc/lab/docusign"
import { docusignPrivateKey, type DocuSignState } from "@svc/lab/docusign-state"
import { startVendor } from "@svc/lab/vendor"

export interface DocuSign {
  readonly port: number
  /** The body of its connect route. */
  readonly credential: Readonly<Record<string, string | ReadonlyArray<string>>>
  /** The emails it sent to a person, oldest first. */
  readonly mails: (to: string) => ReadonlyArray<{ readonly subject: string; readonly url: string }>
  readonly close: () => Promise<void>
}

/** The lab's DocuSign emulator. It keeps everything in memory and has a new key at each start. */
export const startDocuSign = async (tls: { readonly key: string; readonly cert: string }): Promise<DocuSign> => {
  const { close, port, state } = await startVendor<DocuSignState>(docusign, { tls })
  return {
    port,
    credential: {
      integration_key: state.integrationKey,
      user_id: state.userId,
      private_key: docusignPrivateKey,
      hmac_keys: state.connectKeys
    },
    mails: (to) => state.mails.filter((mail) => mail.to === to).map(({ subject, url }) => ({ subject, url })),
    close
  }
}
