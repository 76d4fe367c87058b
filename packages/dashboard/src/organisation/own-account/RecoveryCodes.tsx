import { useUser } from "#access/data.ts"
import { Button, Submit } from "#design/Button.tsx"
import { Copy } from "#design/Copy.tsx"
import { Dialog } from "#design/Dialog.tsx"
import { useWords } from "#languages/words.ts"
import { download } from "#platform/download.ts"

/** Shown once, so Escape does not close it. */
export const RecoveryCodes = ({
  codes,
  onKept
}: {
  readonly codes: ReadonlyArray<string>
  readonly onKept: () => void
}) => {
  const words = useWords().ownAccount.recovery
  const { email } = useUser()
  const text = codes.join("\n")
  return (
    <Dialog
      title={words.title}
      why={words.text}
      onClose={() => {}}
      onSubmit={onKept}
      actions={
        <>
          <Button
            icon="download"
            onClick={() => download(`${words.heading(email)}\n\n${text}\n`, words.file, "text/plain")}
          >
            {words.download}
          </Button>
          <Submit>{words.kept}</Submit>
        </>
      }
    >
      <Copy text={text} />
    </Dialog>
  )
}
