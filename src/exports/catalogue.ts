import { maskedSecret } from "@svc/contract/integrations/schema"
import { Context } from "effect"

/** A record type of the export, `<type>.json`: the rows of one table. SQL in it calls the row `t`. */
export interface RecordSource {
  readonly type: string
  readonly table: string
  /** The column of the organization; default `org_id`. */
  readonly orgColumn?: string
  /** Columns that stay here, and why. */
  readonly withheld?: Readonly<Record<string, string>>
  /** Columns that `looksSecret` and are none. */
  readonly harmless?: ReadonlyArray<string>
  /** Columns with values sealed under persons' keys -> the field that holds the same text readable. */
  readonly revealed?: Readonly<Record<string, string>>
  /** Fields in addition to or instead of columns, as SQL. */
  readonly fields?: Readonly<Record<string, string>>
  readonly join?: string
  readonly order?: string
}

/** A table whose rows each stand for a stored file of an offboarding; these are its columns. */
export interface FileSource {
  readonly table: string
  readonly id: string
  readonly offboardingId: string
  /** The key in the file storage. */
  readonly key: string
  /** What the file is called. */
  readonly name: string
  /** Suffix after the name, to distinguish several files of one row. */
  readonly suffix?: string
  /** The column that says whether the key is one of the storage; each row with a key has a file when absent. */
  readonly isStored?: string
}

interface Catalogue {
  readonly records: ReadonlyArray<RecordSource>
  readonly files: ReadonlyArray<FileSource>
  /** Tenant tables that no record type comes from, and why. */
  readonly leftOut: Readonly<Record<string, string>>
}

/** Internal columns. The manifest names the organization. */
const internal: ReadonlySet<string> = new Set(["org_id", "leased_until", "leased_by"])

/**
 * A column with such a name is exported only if the catalog marks it as harmless, so that a secret of a later migration
 * is not exported by default. `test/exports/catalogue.test.ts` requires a decision on each.
 */
export const looksSecret = (column: string): boolean =>
  /secret|token|digest|passw|hash|sha256|sealed|wrapped|totp|otp_|recovery|backup_code|credential|private|cipher|encrypted|salt|nonce|_key$/.test(
    column
  )

/** Of these columns of the table, those that the record shows as they are. */
export const columnsShown = (source: RecordSource, columns: ReadonlyArray<string>): ReadonlyArray<string> =>
  columns.filter((column) => {
    if (source.harmless?.includes(column) === true) return true
    if (source.withheld?.[column] !== undefined || source.fields?.[column] !== undefined) return false
    return !internal.has(column) && column !== source.orgColumn && !looksSecret(column)
  })

const plain = (table: string): RecordSource => ({ type: table, table })

const digest = "the keyed hash of a credential"

/** What an organization's export contains (organisation-exports-9). */
export const catalogue: Catalogue = {
  records: [
    { type: "organisation", table: "organisations", orgColumn: "id", fields: { id: "t.id" } },
    {
      type: "members",
      table: "memberships",
      fields: { full_name: "u.full_name", email: "u.email" },
      join: "JOIN users u ON u.id = t.user_id"
    },
    plain("roles"),
    { type: "invites", table: "invites", withheld: { token_digest: digest } },
    plain("global_token_revocation_settings"),
    plain("sso_configurations"),
    plain("sso_bypasses"),
    plain("org_employees"),
    plain("erasures"),
    { type: "offboardings", table: "offboardings", revealed: { sealed_cancel_reason: "cancel_reason" } },
    { type: "checklist_items", table: "checklist_items", revealed: { sealed_not_needed_reason: "not_needed_reason" } },
    { type: "comments", table: "comments", revealed: { sealed_text: "text" } },
    plain("offboarding_followers"),
    plain("saved_views"),
    plain("checklist_templates"),
    plain("approval_chains"),
    plain("initiation_settings"),
    {
      type: "offboarding_initiations",
      table: "offboarding_initiations",
      revealed: { sealed_notes: "notes", sealed_rejection_reason: "rejection_reason" }
    },
    {
      type: "initiation_steps",
      table: "initiation_steps",
      revealed: { sealed_notes: "notes", sealed_delegation_notes: "delegation_notes" }
    },
    // The digest of a plan, which identifies equal plans.
    { type: "initiation_proposals", table: "initiation_proposals", harmless: ["plan_digest"] },
    plain("assets"),
    plain("asset_shipments"),
    {
      type: "compliance_documents",
      table: "compliance_documents",
      // Keys of files that are in the export too.
      harmless: ["sha256", "signed_file_key", "signed_file_sha256", "certificate_file_key", "certificate_file_sha256"]
    },
    { type: "esignature_requests", table: "esignature_requests", withheld: { lease_id: "housekeeping of the queue" } },
    plain("esignature_settings"),
    plain("contract_expiries"),
    plain("hris_leavers"),
    {
      type: "hris_leavings",
      table: "hris_leavings",
      withheld: { external_digest: "a keyed hash, by which a source's person is recognized" },
      revealed: { sealed_name: "name", sealed_email: "email" }
    },
    plain("hris_sources"),
    plain("deleted_offboardings"),
    plain("deleted_employees"),
    plain("hris_reviews"),
    plain("document_templates"),
    {
      type: "leaver_tests",
      table: "leaver_tests",
      harmless: ["sha256"],
      withheld: { lease_id: "housekeeping of the queue" }
    },
    { type: "leaver_test_links", table: "leaver_test_links", withheld: { token_digest: digest } },
    { type: "calendar_feeds", table: "calendar_feeds", withheld: { token_digest: digest } },
    {
      type: "portal_links",
      table: "portal_links",
      withheld: {
        token_digest: digest,
        mailed_digest: digest,
        mailbox_digest: "the keyed hash of an address that the case has",
        viewer_digest: "the keyed hash of an IP address that the log has"
      }
    },
    { ...plain("revocation_apps"), revealed: { sealed_account: "account" } },
    plain("revocation_schedules"),
    { ...plain("revocation_runs"), revealed: { sealed_identifiers: "identifiers" } },
    { ...plain("revocation_results"), revealed: { sealed_account: "account" } },
    plain("revocation_retries"),
    {
      type: "offboarding_address_changes",
      table: "offboarding_address_changes",
      revealed: { sealed_before: "before", sealed_after: "after" }
    },
    { ...plain("residual_access_checks"), revealed: { sealed_account: "account" } },
    { ...plain("residual_access_findings"), revealed: { sealed_account: "account" } },
    {
      type: "left_behind_items",
      table: "left_behind_items",
      revealed: { sealed_reason: "reason", sealed_go_reason: "go_reason", sealed_account: "account" }
    },
    { ...plain("left_behind_sights"), revealed: { sealed_account: "account" } },
    plain("left_behind_successors"),
    plain("left_behind_settings"),
    { ...plain("entitlements"), revealed: { sealed_account: "account" } },
    { ...plain("entitlement_sights"), revealed: { sealed_account: "account" } },
    plain("licence_prices"),
    plain("freed_seats"),
    {
      type: "access_returns",
      table: "access_returns",
      // Of the plan: it says whether two are the same.
      harmless: ["digest"],
      revealed: { sealed_reason: "reason", sealed_decline_reason: "decline_reason", sealed_address: "address" }
    },
    { ...plain("access_return_lines"), revealed: { sealed_account: "account" } },
    {
      type: "integrations",
      table: "integrations",
      withheld: { sealed_secrets: "credentials of connected apps" },
      harmless: ["credential_refused_at"],
      // As the app shows them to administrators; secrets below a name read as bullets in the configuration itself.
      fields: {
        config: `t.config || COALESCE(
          (SELECT jsonb_object_agg(name, '${maskedSecret}') FROM jsonb_object_keys(t.sealed_secrets) AS name
           WHERE name NOT LIKE '/%'), '{}')`
      }
    },
    { type: "it_tickets", table: "it_tickets", harmless: ["external_key"] },
    {
      type: "exit_interviews",
      table: "exit_interviews",
      withheld: { sealed_booking_url: "anyone with the link can book in the person's name" }
    },
    {
      type: "sms_messages",
      table: "sms_messages",
      withheld: {
        phone_digest: digest,
        sealed_phone: "a number of a pending message; the directory has it",
        sealed_content: "a pending text message, with a portal link"
      }
    },
    {
      type: "api_keys",
      table: "api_keys",
      withheld: { key_digest: digest, previous_key_digest: digest, imported_digest: digest }
    },
    plain("api_key_usage"),
    { type: "scim_tokens", table: "scim_tokens", withheld: { token_digest: digest } },
    plain("scim_requests"),
    { type: "webhook_endpoints", table: "webhook_endpoints", withheld: { sealed_secret: "signs deliveries" } },
    { ...plain("webhook_deliveries"), order: "t.id" },
    {
      type: "siem_targets",
      table: "siem_targets",
      withheld: { sealed_url: "the credential of a target", sealed_token: "the credential of a target" },
      harmless: ["token_scheme"]
    },
    plain("siem_streams"),
    plain("siem_deliveries"),
    plain("distribution_lists"),
    {
      type: "scheduled_reports",
      table: "scheduled_reports",
      withheld: { sealed_delivery_webhook: "anyone with the URL can post to it" }
    },
    plain("scheduled_report_runs"),
    {
      type: "scheduled_report_copies",
      table: "scheduled_report_copies",
      harmless: ["sha256"],
      withheld: { sealed_mail: "a pending email" }
    },
    plain("notifications"),
    plain("notification_preferences"),
    { type: "organisation_exports", table: "organisation_exports", harmless: ["sha256"] },
    {
      type: "audit_log",
      table: "audit_entries",
      // With all that its hashes were made of, so that the chain can be verified from the file.
      harmless: ["org_id", "content_hash", "prev_hash", "entry_hash"],
      revealed: { target: "target_text", details: "details_text" },
      fields: { actor_name: "u.full_name" },
      join: "LEFT JOIN users u ON u.id = t.actor_id",
      order: "t.seq"
    },
    plain("audit_retention"),
    { type: "audit_archives", table: "audit_archives", harmless: ["sha256", "file_digest"] },
    // With all that its signature covers.
    { type: "audit_anchors", table: "audit_anchors", harmless: ["org_id", "entry_hash"], order: "t.anchored_at, t.seq" }
  ],
  files: [
    {
      table: "compliance_documents",
      id: "id",
      offboardingId: "offboarding_id",
      key: "file_url",
      name: "name",
      isStored: "file_is_stored"
    },
    {
      table: "compliance_documents",
      id: "id",
      offboardingId: "offboarding_id",
      key: "signed_file_key",
      name: "name",
      suffix: " (signed).pdf"
    },
    {
      table: "compliance_documents",
      id: "id",
      offboardingId: "offboarding_id",
      key: "certificate_file_key",
      name: "name",
      suffix: " (certificate).pdf"
    }
  ],
  leftOut: {
    audit_heads: "the last entry of audit_log says the same",
    audit_anchor_witnessings: "anchors on their way to their witnesses; audit_anchors has them",
    audit_log_indexes: "how far the search's index follows audit_log",
    audit_log_texts: "the search's copy of what audit_log holds",
    audit_log_values: "the search's copy of what audit_log holds",
    audit_log_value_uses: "the search's copy of what audit_log holds",
    audit_person_keys: "the keys that seal personal values; what they seal is exported readable",
    offboarding_counts: "totals of offboardings",
    checklist_counts: "totals of checklist_items",
    platform_figures: "figures shown of all other organizations together",
    org_employee_counts: "totals of org_employees",
    asset_counts: "totals of assets",
    compliance_document_counts: "totals of compliance_documents",
    notification_counts: "totals of notifications",
    left_behind_counts: "totals of left_behind_items",
    residual_access_counts: "totals of residual_access_findings",
    left_behind_looks: "pending scans; left_behind_sights has their results",
    left_behind_tasks: "which task stands for what; checklist_items and left_behind_items have both",
    hris_requests: "requested syncs that have not run",
    outbox_events: "pending events; their records are exported",
    api_key_answers: "responses to API keys of the last 24 hours, for retries; the records are exported",
    chat_messages: "pending messages to team chats; they contain no names",
    mail_outbox: "pending emails, with links that sign people in",
    sessions: "sign-ins of members, with their browsers and IP addresses; audit_log has what they did",
    sms_opt_outs: "keyed hashes of numbers that must not be texted",
    second_factor_challenges: "sign-ins in progress",
    integration_oauth_attempts: "connections in progress",
    sso_requests: "sign-ins in progress",
    global_token_revocation_tokens: "what keeps a token of the identity provider from being used twice",
    sso_assertions: "what keeps an assertion from being used twice",
    sso_sessions: "what signs a session out at the identity provider"
  }
}

/** A test exports tables of its own. */
export const ExportCatalogue = Context.Reference("svc/exports/ExportCatalogue", { defaultValue: () => catalogue })
