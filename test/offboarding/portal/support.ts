import { CreatedPortalLink, PortalPage } from "@svc/contract/portal/schema"
import { Effect, Schema } from "effect"
import { randomUUID } from "node:crypto"
import { aCaseOf, aHolder, anAsset, holding } from "#test/work/assets/support"
import { queuedMails } from "#test/support/mails"
import { aSuperAdmin, type Member, type OrganisationOptions } from "#test/support/people"
import { as, send, withStatus } from "#test/support/requests"
import { systemSql } from "#test/support/tables"

const decodeLink = Schema.decodeUnknownEffect(Schema.toCodecJson(CreatedPortalLink))
const decodePage = Schema.decodeUnknownEffect(Schema.toCodecJson(PortalPage))

export const shownForTests = { reason: "No mailbox; handed over on paper" }

const tokenIn = (text: string) => /\/portal\/([\w-]{43})/.exec(text)?.[1] ?? ""

/** A link made over the route and shown: its token, which is the last part of its address. */
export const aLink = Effect.fnUntraced(function* (by: Member, offboardingId: string, body: unknown = shownForTests) {
  const link = yield* Effect.flatMap(as(by).post(`/api/employees/${offboardingId}/portal-link`, body), (answer) =>
    decodeLink(answer.body)
  )
  const url = link.url ?? ""
  return { ...link, url, token: tokenIn(url) }
})

/** A link that the person alone was mailed, as it stands in the newest mail to this address. */
export const aMailedLink = Effect.fnUntraced(function* (by: Member, offboardingId: string, to: string) {
  yield* withStatus(201, as(by).post(`/api/employees/${offboardingId}/portal-link`, {}))
  return yield* mailedPortalToken(to)
})

/** The token of the newest waiting mail with a portal link to this address. */
export const mailedPortalToken = (to: string) =>
  Effect.map(queuedMails, (mails) =>
    tokenIn(mails.findLast((mail) => mail.to === to && tokenIn(mail.text) !== "")?.text ?? "")
  )

/** Ada, who leaves, has a laptop and a link to her page. */
export const aLeaver = Effect.fnUntraced(function* (options: OrganisationOptions = {}) {
  const by = yield* aSuperAdmin(options)
  const ada = yield* aHolder(by)
  const offboardingId = yield* aCaseOf(by, ada.email)
  const laptop = yield* anAsset(by, { ...holding(ada.id), returnDeadline: "2026-05-15" })
  return { by, ada, offboardingId, laptop, link: yield* aLink(by, offboardingId) }
})
type Leaver = Effect.Success<ReturnType<typeof aLeaver>>

export const open = (token: string) => send("GET", `/api/portal/${token}`)

export const pageOf = (token: string) => Effect.flatMap(open(token), ({ body }) => decodePage(body))

/** A task of the case, in whoever's name. */
export const aTask = Effect.fnUntraced(function* (
  { by, offboardingId }: Pick<Leaver, "by" | "offboardingId">,
  task: string,
  assignedTo: string
) {
  const id = randomUUID()
  yield* systemSql`
      INSERT INTO checklist_items (org_id, id, offboarding_id, task, assigned_to, created_at)
      VALUES (${by.orgId}, ${id}, ${offboardingId}, ${task}, ${assignedTo}, now())`
  return id
})

export const aDocument = Effect.fnUntraced(function* (
  { by, offboardingId }: Pick<Leaver, "by" | "offboardingId">,
  name: string,
  fileKey: string | null = null
) {
  const id = randomUUID()
  yield* systemSql`
      INSERT INTO compliance_documents (org_id, id, offboarding_id, name, file_url, file_is_stored, created_at, updated_at)
      VALUES (${by.orgId}, ${id}, ${offboardingId}, ${name}, ${fileKey}, ${fileKey !== null}, now(), now())`
  return id
})
