import type * as en from "./en.ts"

export const universalLogout: typeof en.universalLogout = {
  title: "Universal Logout",
  about:
    "Euer Identitätsanbieter kann Mitglieder hier abmelden, mit Oktas Universal Logout oder Global Token Revocation.",
  endpoint: "Endpunkt für Global Token Revocation",
  on: "An",
  off: "Aus",
  setUp: "Universal Logout einrichten",
  change: "Universal Logout bearbeiten",
  why: "Wer mit diesen Schlüsseln signieren kann, kann die Sitzungen jedes Mitglieds beenden.",
  issuer: "Aussteller der Tokens",
  issuerHelp: "Genau wie in den Tokens, zum Beispiel https://acme.okta.com.",
  keys: "JWKS-URL",
  keysHelp: "Die Schlüssel einer App mit OpenID Connect. Bei einer SAML-App leer lassen: Es gilt das Zertifikat oben.",
  certificates: "die Zertifikate des Single Sign-on",
  caller: "App beim Anbieter",
  callerHelp:
    "Ihre Client-ID, bei einer SAML-App die Instanz-ID. Ohne sie kann jede App des Anbieters Mitglieder abmelden.",
  anyApp: "Jede",
  apiKeys: "API-Schlüssel",
  endKeys: "API-Schlüssel des Mitglieds werden widerrufen",
  endKeysText: "Programme, die sie nutzen, funktionieren sofort nicht mehr.",
  keepKeys: "API-Schlüssel des Mitglieds bleiben",
  onlySuper: "Nur ein Super-Admin kann das einrichten.",
  updated: "Zuletzt geändert",
  save: "Speichern",
  saved: "Gespeichert",
  remove: "Universal Logout ausschalten",
  removeTitle: "Universal Logout ausschalten?",
  removeText: "Euer Identitätsanbieter kann hier keine Sitzungen mehr beenden.",
  removed: "Universal Logout ausgeschaltet"
}
