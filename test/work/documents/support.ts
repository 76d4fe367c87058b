import { OffboardingId } from "@svc/contract/kernel/ids"
import { Effect, Schema } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { randomUUID } from "node:crypto"
import { Readable } from "node:stream"
import { ZipFile } from "yazl"
import { Offboardings } from "#offboarding/offboardings/service"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { EmailAddress } from "@svc/contract/kernel/text"
import {
  aMember,
  anOrganisation,
  asCaller,
  aSession,
  type Member,
  type OrganisationOptions
} from "#test/support/people"

interface Part {
  readonly name: string
  readonly filename?: string
  readonly type?: string
  readonly content: string | Uint8Array
}

const boundary = "----svc-test-boundary"

/** The bytes of a form, as a browser would write them and as no browser would. */
export const formOf = (parts: ReadonlyArray<Part>): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ content, filename, name, type }) => [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${
          filename === undefined ? "" : `; filename="${filename}"`
        }\r\n${type === undefined ? "" : `Content-Type: ${type}\r\n`}\r\n`
      ),
      Buffer.from(content),
      Buffer.from("\r\n")
    ]),
    Buffer.from(`--${boundary}--\r\n`)
  ])

export const formType = `multipart/form-data; boundary=${boundary}`

const post = Effect.fnUntraced(function* (bearer: string, path: string, body: Uint8Array, contentType: string) {
  const client = yield* HttpClient.HttpClient
  const response = yield* client.execute(
    HttpClientRequest.post(path).pipe(
      HttpClientRequest.bodyUint8Array(body, contentType),
      HttpClientRequest.bearerToken(bearer)
    )
  )
  const text = yield* response.text
  const answer: unknown = JSON.parse(text)
  return { status: response.status, body: answer, text }
})

/** Uploads a form to the case; `contentType` to say something else of it. */
export const upload = (
  bearer: string,
  offboardingId: string,
  parts: ReadonlyArray<Part> | Buffer,
  contentType = formType
) =>
  post(bearer, `/api/upload/compliance/${offboardingId}`, Buffer.isBuffer(parts) ? parts : formOf(parts), contentType)

export const fileNamed = (filename: string, content: string | Uint8Array, type = "application/octet-stream"): Part => ({
  name: "file",
  filename,
  type,
  content
})

export const pdf = Buffer.from("%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n")
export const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64"
)
export const jpg = Buffer.concat([Buffer.from("ffd8ffe000104a46494600010100000100010000", "hex"), Buffer.alloc(64)])

/** A ZIP of these entries. */
export const zipOf = (entries: Readonly<Record<string, string>>, mode = 0o100644) =>
  Effect.promise(async () => {
    const zip = new ZipFile()
    for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name, { mode })
    zip.end()
    const chunks: Array<Buffer> = []
    for await (const chunk of Readable.from(zip.outputStream)) chunks.push(Buffer.from(chunk))
    return Buffer.concat(chunks)
  })

export const docx = zipOf({ "[Content_Types].xml": "<Types/>", "word/document.xml": "<w:document/>" })

/** A compound file whose directory lists these streams. */
export const compoundFile = (...streams: ReadonlyArray<string>) => {
  const file = Buffer.alloc(512 + 128 * (streams.length + 1))
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(file)
  for (const [index, name] of ["Root Entry", ...streams].entries()) {
    const at = 512 + 128 * index
    const text = Buffer.from(name, "utf16le")
    text.copy(file, at)
    file.writeUInt16LE(text.length + 2, at + 64)
    file[at + 66] = index === 0 ? 5 : 2
  }
  return file
}
export const doc = compoundFile("WordDocument", "1Table")

/** A case of Ada Lovelace, whose manager is this one. */
export const aCase = Effect.fnUntraced(function* (
  member: Member,
  more: { readonly manager?: string; readonly jurisdiction?: string } = {}
) {
  const offboardings = yield* Offboardings
  const { id } = yield* asCaller(member)(
    offboardings.create(
      {
        employee_name: "Ada Lovelace",
        employee_email: EmailAddress.make(`ada-${randomUUID()}@acme.test`),
        exit_date: CalendarDate.make("2026-04-30"),
        ...(more.manager === undefined ? {} : { manager_email: EmailAddress.make(more.manager) }),
        ...(more.jurisdiction === undefined ? {} : { jurisdiction: more.jurisdiction })
      },
      { source: "app" }
    )
  )
  return OffboardingId.make(id)
})

/** An organisation with its Super Admin, signed in, and a case. */
export const anOffice = Effect.fnUntraced(function* (options: OrganisationOptions = {}) {
  const orgId = yield* anOrganisation(options)
  const admin = yield* aMember(orgId)
  return { orgId, admin, session: yield* aSession(admin), offboardingId: yield* aCase(admin) }
})

const WithId = Schema.Struct({ id: Schema.String })
const WithFile = Schema.Struct({ id: Schema.String, file_url: Schema.String })
export const idOf = ({ body }: { readonly body: unknown }) =>
  Effect.map(Effect.orDie(Schema.decodeUnknownEffect(WithId)(body)), ({ id }) => id)
export const fileOf = ({ body }: { readonly body: unknown }) => Effect.orDie(Schema.decodeUnknownEffect(WithFile)(body))
