import type { RevocationEffect } from "@svc/contract/revocations/schema"

export const revocationEffects: Readonly<Record<RevocationEffect, string>> = {
  sets_auto_reply: "Abwesenheitsnotiz einschalten",
  transfers_files: "Übertragung der Dateien an die hinterlegte Führungskraft starten",
  ends_sessions: "Sitzungen in der App beenden",
  signs_out_everywhere: "abmelden, auch bei Apps mit Universal Logout",
  revokes_tokens: "Tokens widerrufen",
  revokes_app_access: "Zugriff anderer Apps widerrufen",
  deletes_app_passwords: "App-Passwörter löschen",
  revokes_sso_credentials: "vorhandene, für Single Sign-on zugelassene Tokens und Schlüssel widerrufen",
  removes_sso_identity: "eine vorhandene Single-Sign-on-Identität entfernen",
  removes_membership: "Person aus der Organisation entfernen",
  suspends_account: "Konto sperren",
  suspends_or_deactivates_account: "Konto sperren oder, wo das nicht geht, deaktivieren",
  deactivates_account: "Konto deaktivieren",
  deactivates_or_removes_account: "Konto deaktivieren oder aus dem Workspace entfernen",
  disables_account: "Konto deaktivieren",
  requests_removal: "Aufforderung senden, den Zugriff zu entfernen",
  requests_token_revocation: "Aufforderung senden, Sitzungen und Tokens zu beenden",
  verifies_result: "danach das Ergebnis prüfen"
}
