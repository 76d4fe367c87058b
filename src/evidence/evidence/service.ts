import { EvidenceManifest } from "@svc/contract/audit/files"
import { EvidenceRefused } from "@svc/contract/evidence/errors"
import {
  EvidenceAssets,
  EvidenceCase,
  EvidenceChecklist,
  EvidenceDocuments,
  EvidenceLeftBehind,
  EvidenceRevocations
} from "@svc/contract/evidence/schema"
import { AnchorPage } from "@svc/contract/audit/files"
import { Caller } from "@svc/contract/kernel/access"
import type { OffboardingId, OrgId, PersonKeyId } from "@svc/contract/kernel/ids"
import { OffboardingNotFound } from "@svc/contract/offboardings/errors"
import { Context, DateTime, Effect, Option, Schema, type Scope, Stream } from "effect"
import { AuditAnchors } from "#audit/anchors/service"
import { AuditSlices } from "#audit/log/service"
import { PersonKeys } from "#audit/record/person-keys"
import { Audit, refusedUnrecorded } from "#audit/record/service"
import { auditText, personal } from "#audit/record/text"
import { Documents } from "#work/documents/service"
import { LeftBehinds } from "#access-removal/left-behind/service"
import { Db } from "#platform/database/db"
import { isCaseIn } from "#records/record-scope"
import { Files } from "#platform/files/files"
import { signedZip } from "#platform/files/signed-zip"
import { type SignedFile, SignedFiles } from "#platform/files/signed-file"
import { Signing } from "#platform/keys/signing"
import { makeFairSemaphore } from "#platform/jobs/fair-semaphore"
import { makeOpening } from "./opening.ts"
import { makePortalVisits, withVisits } from "./portal-visits.ts"
import { EvidenceRepo } from "./repo.ts"
import { verifyPage } from "#platform/files/verify-page"
import { layerOf } from "#platform/services/layer-of"

/** Concurrent evidence packages, of different organizations. */
const atOnce = 2

const purpose = "evidence-digest"

const encoder = new TextEncoder()

const jsonOf = <S extends Schema.Codec<unknown, unknown>>(schema: S) => {
  const encode = Schema.encodeEffect(Schema.toCodecJson(schema))
  return (value: S["Type"]) =>
    Effect.map(Effect.orDie(encode(value)), (json) => encoder.encode(`${JSON.stringify(json, undefined, 2)}\n`))
}
const caseJson = jsonOf(EvidenceCase)
const revocationsJson = jsonOf(EvidenceRevocations)
const checklistJson = jsonOf(EvidenceChecklist)
const assetsJson = jsonOf(EvidenceAssets)
const documentsJson = jsonOf(EvidenceDocuments)
const leftBehindJson = jsonOf(EvidenceLeftBehind)
const anchorsJson = jsonOf(AnchorPage)
const manifestJson = jsonOf(EvidenceManifest)

/** Everything about the case that is small. */
interface Collected {
  readonly personKeyId: PersonKeyId
  readonly employeeName: string
  readonly files: ReadonlyArray<readonly [path: string, bytes: Uint8Array]>
  /** What e-signature providers gave back: files of the storage. */
  readonly stored: ReadonlyArray<{ readonly path: string; readonly key: string }>
  /** The numbers of the entries about the case. */
  readonly entries: ReadonlyArray<number>
  /** The slice of the log goes to the entry of this number. */
  readonly through: bigint | undefined
}

/** What proves how an offboarding went, as one signed ZIP that can be checked without the service. */
export class Evidence extends Context.Service<
  Evidence,
  {
    /** Writes the ZIP, then records it, then hands it out; the file is gone with the scope. */
    open(
      id: OffboardingId
    ): Effect.Effect<
      { readonly file: SignedFile; readonly filename: string },
      OffboardingNotFound | EvidenceRefused,
      Caller | Scope.Scope
    >
  }
>()("svc/evidence/Evidence") {
  static readonly layerNoDeps = layerOf(Evidence, function* () {
    const db = yield* Db
    const repo = yield* EvidenceRepo
    const caseDocuments = yield* Documents
    const leftBehinds = yield* LeftBehinds
    const anchors = yield* AuditAnchors
    const slices = yield* AuditSlices
    const audit = yield* Audit
    const personKeys = yield* PersonKeys
    const signing = yield* Signing
    const signedFiles = yield* SignedFiles
    const storage = yield* Files
    const turns = yield* makeFairSemaphore(atOnce)
    const openRevocations = yield* makeOpening
    const openPortalVisits = yield* makePortalVisits

    /** Anchors of which one vouches for the last entry about the case: made now when there is none. */
    const coveringAnchors = Effect.fnUntraced(function* (orgId: OrgId, id: OffboardingId) {
      const { first, last } = yield* repo.entriesOf(orgId, id)
      if (first === null || last === null) return []
      const known = yield* repo.anchorsOf(orgId, { first, last })
      if (known.length > 0) return known
      yield* anchors.anchorHead("nightly")
      return yield* repo.anchorsOf(orgId, { first, last })
    })

    const collect = Effect.fnUntraced(function* (id: OffboardingId) {
      const { orgId, records } = yield* Caller
      const found = yield* repo.records(orgId, id)
      if (Option.isNone(found) || !isCaseIn(records, found.value.case)) return yield* new OffboardingNotFound()
      const { assets, case: stored, checklist, revocations } = found.value
      const { person_key_id, sealed_cancel_reason, ...shown } = stored
      const [cancelReason] = yield* personKeys.reveal(orgId, [sealed_cancel_reason ?? ""])
      const documents = yield* caseDocuments.forEvidence(id)
      const visits = yield* openPortalVisits(orgId, yield* repo.portalVisits(orgId, id))
      const leftBehind = yield* Effect.forEach(Option.toArray(yield* leftBehinds.forEvidence(id)), leftBehindJson)
      const covering = yield* coveringAnchors(orgId, id)
      const page = yield* anchors.pageOf(
        covering.map(({ seq: _seq, ...anchor }) => ({
          ...anchor,
          signed_at: anchor.signature === null ? null : ("recorded" as const)
        }))
      )
      const collected: Collected = {
        personKeyId: person_key_id,
        employeeName: shown.employee_name,
        files: [
          [
            "case.json",
            yield* caseJson({
              ...shown,
              cancel_reason: sealed_cancel_reason === null ? null : (cancelReason ?? null)
            })
          ],
          ["revocations.json", yield* revocationsJson(yield* openRevocations(orgId, revocations))],
          ["checklist.json", yield* checklistJson(checklist)],
          ["assets.json", yield* assetsJson(assets)],
          ["documents.json", yield* documentsJson({ ...withVisits(documents.documents, visits), note: null })],
          ...leftBehind.map((bytes) => ["left-behind.json", bytes] as const),
          ["anchors.json", yield* anchorsJson(page)]
        ],
        stored: documents.files,
        entries: yield* repo.numbersOf(orgId, id),
        through: covering[0]?.seq
      }
      return collected
    }, db.transact)

    const zipOf = (id: OffboardingId, { entries, files, stored, through }: Collected, now: DateTime.Utc) =>
      Stream.unwrap(
        Effect.gen(function* () {
          const { orgId } = yield* Caller
          const page = yield* verifyPage
          const slice = slices.json({
            filters: { offboardingId: id },
            onlooker: "everything",
            ...(through === undefined ? {} : { through })
          })
          return signedZip({
            signing,
            modified: DateTime.toDateUtc(now),
            entries: (add) => {
              const bytes = (path: string, content: Uint8Array) => add(path, Stream.make(content))
              return Stream.fromIterable([
                ...files.map(([path, content]) => bytes(path, content)),
                ...Option.toArray(signing.publicKeyPem).map((pem) => bytes("signing-key.pem", encoder.encode(pem))),
                ...Option.toArray(page).map((html) => bytes("verify.html", html)),
                ...stored.map(({ key, path }) => add(path, Stream.orDie(storage.get(key)))),
                add("audit.json", slice)
              ])
            },
            manifest: (listed) =>
              manifestJson({
                format: "svc-evidence/v1",
                org_id: orgId,
                offboarding_id: id,
                created_at: now,
                key_id: Option.getOrNull(signing.keyId),
                entries,
                files: listed
              })
          })
        })
      )

    const record = Effect.fnUntraced(
      function* (id: OffboardingId, { employeeName, personKeyId }: Collected, file: SignedFile) {
        yield* audit.record({
          action: "evidence_exported",
          target: auditText`Offboarding of ${personal(personKeyId, employeeName)}`,
          details: auditText`sha256: ${file.sha256}, signing_key: ${Option.getOrElse(file.keyId, () => "none")}`,
          offboardingId: id
        })
      },
      db.transact,
      refusedUnrecorded("evidence package", () => new EvidenceRefused())
    )

    /** What is gone from the storage is missed in the bundle, whose `documents.json` names it with its hash. */
    const isStored = ({ key, path }: Collected["stored"][number]) =>
      storage.head(key).pipe(
        Effect.as(true),
        Effect.catch((failure) =>
          Effect.as(Effect.logError("signed file missing from an evidence package", { file: path }, failure), false)
        )
      )

    const make = Effect.fnUntraced(function* (id: OffboardingId) {
      const now = yield* DateTime.now
      const collected = yield* collect(id)
      const stored = yield* Effect.filter(collected.stored, isStored)
      const file = yield* signedFiles.write(purpose, zipOf(id, { ...collected, stored }, now))
      yield* record(id, collected, file)
      return { file, filename: `evidence-${id}-${DateTime.formatIsoDateUtc(now)}.zip` }
    })

    const open = Effect.fn("Evidence.open")(function* (id: OffboardingId) {
      const { orgId } = yield* Caller
      return yield* turns(orgId, make(id))
    })

    return Evidence.of({ open })
  })
}
