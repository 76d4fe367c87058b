import type { Cards } from "./card.ts"

export const exportCards = {
  "POST /api/account/org-export": { permission: ["settings_manage", "audit_export"], also: ["whileReadOnly"] },
  "GET /api/account/org-export": { permission: ["settings_manage", "audit_export"], also: ["whileReadOnly"] },
  "GET /api/account/org-export/{id}/download": {
    permission: ["settings_manage", "audit_export"],
    also: ["recording", "whileReadOnly"]
  }
} satisfies Cards
