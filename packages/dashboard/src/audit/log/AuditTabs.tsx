import { Tabs } from "#design/Tabs.tsx"
import { useWords } from "#languages/words.ts"
import { auditArchives, auditIntegrity, auditLog } from "#platform/pages.ts"

/** Tabs of the audit log pages. */
export const AuditTabs = ({ current }: { readonly current: "entries" | "integrity" | "archives" }) => {
  const { tabs } = useWords().audit
  return (
    <Tabs
      label={tabs.label}
      tabs={[
        { name: tabs.entries, href: auditLog(), current: current === "entries" },
        { name: tabs.integrity, href: auditIntegrity(), current: current === "integrity" },
        { name: tabs.archives, href: auditArchives(), current: current === "archives" }
      ]}
    />
  )
}
