import { Banner } from "#design/Banner.tsx"
import { evidenceOf, pdfOf } from "./files-data.ts"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { download } from "#platform/download.ts"
import { Refusal } from "#platform/failures.tsx"
import { toast } from "#frame/toasts.tsx"

/** Evidence package and PDF of an offboarding, generated on request. */
export const useDownloads = (name: string) => {
  const words = useWords().caseDetail
  const evidence = useAction(evidenceOf, {
    onDone: (bytes) => {
      download(bytes, words.evidenceName(name), "application/zip")
      toast(words.evidenceDone)
    }
  })
  const pdf = useAction(pdfOf, {
    onDone: (bytes) => {
      download(bytes, words.pdfName(name), "application/pdf")
      toast(words.pdfDone)
    }
  })
  return { evidence, pdf }
}

/** Progress or failure of a download. */
export const Downloads = ({ of: { evidence, pdf } }: { readonly of: ReturnType<typeof useDownloads> }) => {
  const words = useWords().caseDetail
  return (
    <>
      {evidence.busy && <Banner tone="accent" title={words.evidenceAsked} />}
      {pdf.busy && <Banner tone="accent" title={words.pdfAsked} />}
      <Refusal of={evidence.result} />
      <Refusal of={pdf.result} />
    </>
  )
}
