import { useLocation } from "preact-iso/router"
import { useMay } from "#access/data.ts"
import { Tabs } from "#design/Tabs.tsx"
import { useWords } from "#languages/words.ts"
import * as pages from "#platform/pages.ts"

/** Tabs of the reports the member can open. */
export const ReportTabs = () => {
  const words = useWords().reports
  const { path } = useLocation()
  const { may } = useMay()
  const tabs = [
    { name: words.tabs.overview, href: pages.reports(), shown: may("analytics_view") },
    { name: words.tabs.sla, href: pages.slaCompliance(), shown: may("analytics_view") },
    { name: words.tabs.scheduled, href: pages.scheduledReports(), shown: may("settings_manage") },
    {
      name: words.tabs.leaverTest,
      href: pages.leaverTest(),
      shown: may("compliance_view") && may("analytics_export")
    }
  ].filter(({ shown }) => shown)
  return tabs.length < 2 ? null : (
    <Tabs label={words.title} tabs={tabs.map(({ href, name }) => ({ name, href, current: path === href }))} />
  )
}
