import { UploadTooLarge } from "@svc/contract/documents/errors"
import { largestUpload } from "@svc/contract/documents/schema"
import { InvalidRequest } from "@svc/contract/kernel/errors"
import { DocumentId } from "@svc/contract/kernel/ids"
import { RequiredText } from "@svc/contract/kernel/text"
import { ByteSize, Effect, Option, Schema, Stream } from "effect"
import { Multipart } from "effect/http"
import { createHash } from "node:crypto"
import { openScratchFile, type ScratchFile } from "#platform/files/scratch-file"
import { claimedKind, cleanName, type FileKind, kindOf, mayBeWord, signatureBytes } from "./file-kinds.ts"
import { isWordArchive } from "./word-archive.ts"

/** What a form brought, its file on disk and known for what it is. */
interface ReceivedUpload {
  readonly name: string
  readonly docType: string
  /** That has no file yet, and whose file this is. */
  readonly attachTo: DocumentId | null
  readonly kind: FileKind
  readonly content: Stream.Stream<Uint8Array>
  /** Bytes. */
  readonly size: number
  /** Lower-case hex. */
  readonly sha256: string
}

const limits = Multipart.limitsServices({
  maxParts: 20,
  maxFieldSize: ByteSize.kibibytes(16),
  maxTotalSize: ByteSize.megabytes(11)
})

const refuse = (error: string) => Effect.fail(new InvalidRequest({ error }))

const ofForm = ({ reason }: Multipart.MultipartError): InvalidRequest | UploadTooLarge => {
  switch (reason._tag) {
    case "BodyTooLarge":
    case "FileTooLarge":
      return new UploadTooLarge()
    case "TooManyParts":
      return new InvalidRequest({ error: "The form has too many parts. Send file, docType and name" })
    case "FieldTooLarge":
      return new InvalidRequest({
        error: "A form field is too long. Send the document as the part file, with its filename"
      })
    case "InternalError":
    case "Parse":
      return new InvalidRequest({
        error: "The body is not a valid form. Send the file as multipart/form-data, in the part file"
      })
  }
}

interface ReceivedFile {
  readonly filename: string
  readonly scratch: ScratchFile
  readonly head: Buffer
  readonly sha256: string
}

const receive = Effect.fnUntraced(function* (part: Multipart.File, folder: string) {
  const scratch = yield* openScratchFile(folder)
  const hash = createHash("sha256")
  let head = Buffer.alloc(0)
  yield* Stream.runForEach(part.content, (bytes) => {
    if (head.length < signatureBytes) head = Buffer.concat([head, bytes.subarray(0, signatureBytes)])
    hash.update(bytes)
    return scratch.append(bytes)
  })
  const received: ReceivedFile = { filename: cleanName(part.name), scratch, head, sha256: hash.digest("hex") }
  return received
})

const allowed = "a PDF, DOC, DOCX, PNG or JPG"

const wholeOf = (scratch: ScratchFile) =>
  Effect.map(Stream.runCollect(scratch.read), (chunks) => Buffer.concat([...chunks]))

const agrees = Effect.fnUntraced(function* (kind: FileKind, scratch: ScratchFile) {
  if (kind.extension === "docx") return yield* isWordArchive(yield* wholeOf(scratch))
  return kind.extension === "doc" ? mayBeWord(yield* wholeOf(scratch)) : true
})

/** The kind that both the content and the name say (papers-1). */
const judge = Effect.fnUntraced(function* ({ filename, head, scratch }: ReceivedFile) {
  if (scratch.size() === 0) return yield* refuse("file: the file is empty")
  if (scratch.size() > largestUpload) {
    return yield* refuse(`file: must be at most 10 MB (${largestUpload} bytes)`)
  }
  const claimed = claimedKind(filename)
  if (Option.isNone(claimed)) return yield* refuse(`file: the file name must be that of ${allowed}`)
  const kind = kindOf(head)
  if (Option.isNone(kind) || !(yield* agrees(kind.value, scratch))) {
    return yield* refuse(`file: the content must be ${allowed}`)
  }
  if (kind.value !== claimed.value) {
    return yield* refuse(
      `file: its name ends in .${claimed.value.extension}, but its content is ${kind.value.extension}`
    )
  }
  return kind.value
})

const decodeName = Schema.decodeUnknownOption(RequiredText(255))
const decodeType = Schema.decodeUnknownOption(RequiredText(100))

const fieldOf = (
  given: string | undefined,
  decode: (text: string) => Option.Option<string>,
  otherwise: string,
  flaw: string
) => {
  if (given === undefined || given.trim() === "") return Effect.succeed(otherwise)
  return Option.match(decode(given.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "").trim()), {
    onNone: () => refuse(flaw),
    onSome: (text) => Effect.succeed(text)
  })
}

const decodeId = Schema.decodeUnknownOption(DocumentId)

const idOf = (given: string | undefined) => {
  if (given === undefined || given.trim() === "") return Effect.succeed(null)
  return Option.match(decodeId(given.trim()), {
    onNone: () => refuse("document: must be the id of a document"),
    onSome: (id) => Effect.succeed(id)
  })
}

/**
 * Reads the form of an upload: one file of at most 10 MiB, `docType`, `name` and `document`. The file is written to the disk as it
 * comes, into `folder`, and is gone with the scope.
 */
export const readUpload = Effect.fn("Documents.readUpload")(function* (
  parts: Stream.Stream<Multipart.Part, Multipart.MultipartError>,
  folder: string
) {
  const fields = new Map<string, string>()
  const files: Array<ReceivedFile> = []
  yield* parts.pipe(
    Stream.provideContext(limits),
    Stream.runForEach(
      Effect.fnUntraced(function* (part) {
        if (part._tag === "File") {
          if (part.key !== "file") return yield* refuse("Send the document as the part file")
          if (files.length > 0) return yield* refuse("file: send one file")
          files.push(yield* receive(part, folder))
        } else if (part.key === "file") {
          return yield* refuse("file: send the document as a file, with its filename")
        } else if (fields.has(part.key)) {
          return yield* refuse("The form has a field twice")
        } else {
          fields.set(part.key, part.value)
        }
      })
    ),
    Effect.catchTag("MultipartError", (error) => Effect.fail(ofForm(error)))
  )
  const [file] = files
  if (file === undefined) return yield* refuse("file: is missing")
  const kind = yield* judge(file)
  const upload: ReceivedUpload = {
    kind,
    name: yield* fieldOf(fields.get("name"), decodeName, file.filename, "name: must be at most 255 characters"),
    docType: yield* fieldOf(fields.get("docType"), decodeType, "Other", "docType: must be at most 100 characters"),
    attachTo: yield* idOf(fields.get("document")),
    content: file.scratch.read,
    size: file.scratch.size(),
    sha256: file.sha256
  }
  return upload
})
