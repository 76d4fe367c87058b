// Usage: node deploy/observability/dashboard.mjs > dashboard.json
// The service's dashboard for Grafana. A row has three panels; a query comes with the legend of its series.
import { fileURLToPath } from "node:url"

const panels = [
  {
    title: "Requests by status",
    unit: "reqps",
    queries: [["sum by (status) (rate(http_requests_total[$__rate_interval]))", "{{status}}"]]
  },
  {
    title: "Duration of requests",
    unit: "s",
    queries: [
      [
        "histogram_quantile(0.5, sum by (le) (rate(http_server_request_duration_seconds_bucket[$__rate_interval])))",
        "p50"
      ],
      [
        "histogram_quantile(0.95, sum by (le) (rate(http_server_request_duration_seconds_bucket[$__rate_interval])))",
        "p95"
      ],
      [
        "histogram_quantile(0.99, sum by (le) (rate(http_server_request_duration_seconds_bucket[$__rate_interval])))",
        "p99"
      ]
    ]
  },
  {
    title: "Slowest routes (p95)",
    unit: "s",
    queries: [
      [
        "topk(10, histogram_quantile(0.95, sum by (le, http_route) (rate(http_server_request_duration_seconds_bucket[$__rate_interval]))))",
        "{{http_route}}"
      ]
    ]
  },
  { title: "Due in the queues", unit: "short", queries: [["max by (queue) (svc_queue_depth)", "{{queue}}"]] },
  { title: "Oldest due", unit: "s", queries: [["max by (queue) (svc_queue_oldest_due_age_seconds)", "{{queue}}"]] },
  {
    title: "Attempts to deliver",
    unit: "ops",
    queries: [["sum by (queue, outcome) (rate(deliveries_total[$__rate_interval]))", "{{queue}} {{outcome}}"]]
  },
  {
    title: "Revocations by outcome",
    unit: "short",
    description: "In the hour before each point",
    queries: [["sum by (vendor, outcome) (increase(svc_revocations_total[1h]))", "{{vendor}} {{outcome}}"]]
  },
  {
    title: "Rounds of jobs that failed",
    unit: "short",
    queries: [['sum by (job) (increase(job_runs_total{outcome="failure"}[1h]))', "{{job}}"]]
  },
  { title: "Jobs behind their period", unit: "s", queries: [["max by (job) (svc_job_lag_seconds) > 0", "{{job}}"]] },
  {
    title: "Audit log: without an anchor",
    unit: "s",
    queries: [
      ["max(svc_audit_unanchored_age_seconds)", "oldest entry"],
      ["max(svc_audit_head_age_seconds)", "newest entry"]
    ]
  },
  {
    title: "Anchors missing and not given away",
    unit: "short",
    queries: [
      ["max(svc_audit_anchors_missing)", "organisations without"],
      ["max(svc_audit_anchors_unpublished)", "not given away"]
    ]
  },
  {
    title: "Rate-limited and unavailable",
    unit: "reqps",
    queries: [
      ['sum(rate(http_requests_total{status="429"}[$__rate_interval]))', "429"],
      ['sum(rate(http_requests_total{status="503"}[$__rate_interval]))', "503"]
    ]
  },
  {
    title: "Connections in use",
    unit: "short",
    queries: [
      ['sum by (instance) (db_client_connections{db_client_connection_state="used"})', "{{instance}}"],
      ["max by (instance) (db_client_connection_pending_requests)", "{{instance}} waiting"]
    ]
  },
  {
    title: "Event loop delay (p99)",
    unit: "s",
    queries: [["max by (instance) (nodejs_eventloop_delay_p99_seconds)", "{{instance}}"]]
  },
  { title: "Memory", unit: "bytes", queries: [["process_memory_usage_bytes", "{{instance}} memory"]] },
  {
    title: "CPU",
    unit: "percentunit",
    queries: [["rate(process_cpu_seconds_total[$__rate_interval])", "{{instance}}"]]
  },
  { title: "Database within reach", unit: "short", queries: [["min by (instance) (svc_database_up)", "{{instance}}"]] },
  { title: "Releases", unit: "short", queries: [["count by (version) (svc_build_info)", "{{version}}"]] }
]

const width = 8
const height = 7

export const dashboard = {
  uid: "offboarding-service",
  title: "Offboarding service",
  tags: ["offboarding"],
  timezone: "browser",
  schemaVersion: 39,
  version: 1,
  refresh: "30s",
  time: { from: "now-6h", to: "now" },
  templating: {
    list: [{ name: "datasource", label: "Prometheus", type: "datasource", query: "prometheus", current: {}, hide: 0 }]
  },
  annotations: { list: [] },
  panels: panels.map(({ queries, title, unit, ...more }, index) => ({
    id: index + 1,
    title,
    ...more,
    type: "timeseries",
    datasource: { type: "prometheus", uid: "${datasource}" },
    gridPos: { h: height, w: width, x: (index % 3) * width, y: Math.floor(index / 3) * height },
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    options: { legend: { displayMode: "list", placement: "bottom" }, tooltip: { mode: "multi" } },
    targets: queries.map(([expr, legendFormat], place) => ({ refId: "ABC"[place], expr, legendFormat }))
  }))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(`${JSON.stringify(dashboard, null, 2)}\n`)
