import { AuditArchiveFile, type AnchorPage, type ChainAnchor } from "@svc/contract/audit/files"
import { ArchiveNotWritten, ArchiveStorageMissing } from "@svc/contract/audit-archives/errors"
import {
  archiveRetentionDays,
  ArchiveSkipped,
  AuditArchive,
  type AuditArchives as Listing,
  CreatedArchive
} from "@svc/contract/audit-archives/schema"
import { Caller } from "@svc/contract/kernel/access"
import { ArchiveId, type OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Option, Schema, Semaphore } from "effect"
import { hash } from "node:crypto"
import { AuditAnchors } from "#audit/anchors/service"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { Files } from "#platform/files/files"
import { Randomness } from "#platform/crypto/random"
import { Secrets } from "#platform/keys/secrets"
import { Signing } from "#platform/keys/signing"
import { layerOf } from "#platform/services/layer-of"
import { type WrittenEntries, writeEntries } from "./archive-file.ts"
import { ArchivesRepo, type CreatedRow } from "./archives-repo.ts"
import { LeftoversRepo } from "./leftovers-repo.ts"
import { ArchiveLeftovers } from "./leftovers.ts"
import { ArchiveBounds, archivedAction, listed, objectName, plansWithArchives } from "./rules.ts"

const encodeAnchors = Schema.encodeEffect(AuditArchiveFile.fields.anchors)

/** On-demand archives per organization (archives-6). */
export const creations = { limit: 4, windowSeconds: 3600 } as const

/** One run: what is archived, and the anchor of the last of it; none where the chain's head names no entry. */
interface Run {
  readonly isAuto: boolean
  readonly through: bigint
  readonly anchor: Option.Option<ChainAnchor>
  readonly retentionDays: number
}

/** Copies of the log outside of the database (archives-1, archives-2). */
export class AuditArchives extends Context.Service<
  AuditArchives,
  {
    /** Whether the server has a storage for archives. */
    readonly isConfigured: boolean
    /**
     * Archives the entries since the previous archive in the caller's log, and returns the newest archive: several are
     * made if the entries exceed one file. Concurrent calls run one after the other.
     */
    create(options: {
      readonly isAuto: boolean
    }): Effect.Effect<CreatedArchive | ArchiveSkipped, ArchiveStorageMissing | ArchiveNotWritten, Caller>
    readonly list: Effect.Effect<Listing, never, Caller>
    /** All organizations, or this one, whose plan has archives. */
    organisations(orgId: OrgId | undefined): Effect.Effect<ReadonlyArray<OrgId>>
  }
>()("svc/audit-archives/AuditArchives") {
  static readonly layerNoDeps = layerOf(AuditArchives, function* () {
    const db = yield* Db
    const repo = yield* ArchivesRepo
    const leftoverRows = yield* LeftoversRepo
    const leftovers = yield* ArchiveLeftovers
    const anchors = yield* AuditAnchors
    const audit = yield* Audit
    const files = yield* Files
    const randomness = yield* Randomness
    const secrets = yield* Secrets
    const signing = yield* Signing
    // One file in memory at a time, over all organizations.
    const oneFile = yield* Semaphore.make(1)

    /** What there is to archive, and its anchor. Numbers are given under a lock, so every entry below is there. */
    const begin = Effect.fnUntraced(function* (orgId: OrgId, isAuto: boolean) {
      const {
        archived_through: after,
        audit_archive_retention_days,
        is_new,
        last_archived_at
      } = yield* repo.progress(orgId, archivedAction)
      if (!is_new) return new ArchiveSkipped({ last_archived_at })
      const anchor = yield* anchors.anchorHead("archive")
      const through = yield* repo.newestSeq(orgId, Option.getOrNull(Option.map(anchor, ({ entry_id }) => entry_id)))
      const retentionDays = audit_archive_retention_days ?? archiveRetentionDays.unlessChosen
      const run: Run = { isAuto, through, anchor, retentionDays }
      return { after, run }
    }, db.transact)

    const fileOf = Effect.fnUntraced(function* (
      orgId: OrgId,
      archivedAt: DateTime.Utc,
      entries: WrittenEntries,
      page: AnchorPage
    ) {
      const anchorText = JSON.stringify(yield* Effect.orDie(encodeAnchors(page)))
      const facts = {
        format: "svc-audit-archive/v1",
        org_id: orgId,
        archived_at: DateTime.formatIso(archivedAt),
        row_count: entries.rows
      }
      return entries.between(`${JSON.stringify(facts).slice(0, -1)},"entries":[\n`, `\n],"anchors":${anchorText}}\n`)
    })

    /** The file is complete; it becomes an archive, or is abandoned. */
    const settle = Effect.fnUntraced(function* (
      orgId: OrgId,
      after: bigint,
      archive: Parameters<typeof repo.insert>[0]
    ) {
      if (!(yield* leftoverRows.settle(archive.object_name)) || !(yield* repo.advance(orgId, after, archive.to_seq))) {
        yield* Effect.logWarning("archive superseded by another one", { orgId, archive: archive.object_name })
        return yield* new ArchiveNotWritten()
      }
      const row = yield* repo.insert(archive)
      yield* audit.record({
        action: archivedAction,
        target: auditText`Audit log`,
        details: auditText`id: ${row.id}, object: ${row.object_name}, entries: ${row.row_count}, sha256: ${row.sha256}, signing key: ${row.signing_key_id ?? "none"}`
      })
      return row
    }, db.transactSystem)

    const writeFile = Effect.fn("AuditArchives.writeFile")(function* (after: bigint, run: Run) {
      const { orgId, userId } = yield* Caller
      const bounds = yield* ArchiveBounds
      const entries = yield* writeEntries({
        orgId,
        after,
        through: run.through,
        bounds,
        page: (from, limit) => db.transact(repo.page(orgId, { after: from, through: run.through }, limit))
      })
      if (entries === undefined) return yield* Effect.die(`There are no audit entries after ${after} to archive`)
      const now = yield* DateTime.now
      // The anchor names the last entry of the run, so of several files the last one has it (audit-68).
      const page = yield* anchors.pageOf(entries.toSeq === run.through ? Option.toArray(run.anchor) : [])
      const bytes = yield* fileOf(orgId, now, entries, page)
      // Each takes a fraction of a second where the file is large; others have their turn between.
      const sha256 = hash("sha256", bytes)
      yield* Effect.yieldNow
      const fileDigest = secrets.hmac("audit-archive", bytes)
      yield* Effect.yieldNow
      const signature = yield* signing.sign(bytes)
      const wished = objectName(orgId, entries)
      const isTaken = yield* db.transact(repo.isNamed(orgId, wished))
      const key = isTaken ? objectName(orgId, entries, `_${entries.fromSeq}`) : wished
      yield* leftoverRows.begin(orgId, key)
      yield* files
        .put(key, bytes, {
          contentType: "application/json",
          metadata: {
            "x-content-sha256": sha256,
            ...Option.match(Option.all([signature, signing.keyId]), {
              onNone: () => ({}),
              onSome: ([signed, keyId]) => ({ "x-signature-ed25519": signed, "x-signing-key-id": keyId })
            })
          }
        })
        .pipe(
          Effect.tapError((failure) => Effect.logError("audit archive not stored", failure)),
          Effect.mapError(() => new ArchiveNotWritten())
        )
      return yield* settle(orgId, after, {
        org_id: orgId,
        id: ArchiveId.make(yield* randomness.uuid),
        is_auto: run.isAuto,
        exported_by: run.isAuto ? null : userId,
        object_name: key,
        gcs_path: files.address(key),
        file_digest: fileDigest,
        sha256,
        signing_key_id: Option.getOrNull(signing.keyId),
        row_count: entries.rows,
        from_seq: entries.fromSeq,
        to_seq: entries.toSeq,
        from_ts: entries.fromTs,
        to_ts: entries.toTs,
        created_at: now,
        retention_days: run.retentionDays,
        expires_at: DateTime.add(now, { days: run.retentionDays })
      }).pipe(Effect.map((row) => ({ row, reached: entries.toSeq })))
    }, oneFile.withPermit)

    const createHeld = Effect.fnUntraced(function* (orgId: OrgId, isAuto: boolean) {
      // Their runs have died: the file of an interrupted run is written again.
      yield* leftovers.sweep(orgId)
      const begun = yield* begin(orgId, isAuto)
      if (begun instanceof ArchiveSkipped) return begun
      let made: { readonly row: CreatedRow; readonly reached: bigint } | undefined
      for (let after = begun.after; after < begun.run.through; after = made.reached) {
        made = yield* writeFile(after, begun.run)
      }
      return made === undefined
        ? yield* Effect.die("The audit log ends before its new entries")
        : new CreatedArchive(made.row)
    })

    const create = Effect.fn("AuditArchives.create")(function* ({ isAuto }: { readonly isAuto: boolean }) {
      if (!files.isConfigured) return yield* new ArchiveStorageMissing()
      const { orgId } = yield* Caller
      const created = yield* leftovers.holding(orgId, createHeld(orgId, isAuto))
      return Option.isSome(created) ? created.value : yield* new ArchiveNotWritten()
    })

    const list = Effect.flatMap(Caller, ({ orgId }) => repo.newest(orgId, listed)).pipe(
      Effect.map((rows) => ({ archives: rows.map((row) => new AuditArchive(row)) })),
      db.transact,
      Effect.withSpan("AuditArchives.list")
    )

    return AuditArchives.of({
      isConfigured: files.isConfigured,
      create,
      list,
      organisations: (orgId) => repo.organisations(orgId, plansWithArchives)
    })
  })
}
