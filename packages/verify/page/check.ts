import { type Input, type Report, verify } from "../src/verify.ts"

/** What the page asks to have checked. Files are read only where they are checked. */
export interface Question {
  readonly files: ReadonlyArray<File>
  readonly key: string
}

/** The report, or in words why there is none. */
export type Answer = { readonly report: Report } | { readonly refused: string }

const mostBytes = 1024 ** 3

const breathe = () => new Promise<void>((resume) => setTimeout(resume))

/** Reads the files and checks them. */
export const answer = async ({ files, key }: Question): Promise<Answer> => {
  const inputs: Array<Input> = []
  for (const file of files) {
    if (file.size > mostBytes) return { refused: `${file.name} is larger than 1 GiB, more than this page reads.` }
    try {
      inputs.push({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })
    } catch {
      return { refused: `${file.name} cannot be read: it is a folder, or it was changed or moved since it was chosen.` }
    }
  }
  if (key.trim() !== "") inputs.push({ name: "the pasted key", bytes: new TextEncoder().encode(key), as: "Key" })
  return { report: await verify(inputs, { breathe }) }
}
