import "./app-card.css"
import type { ComponentChildren } from "preact"
import { useId } from "preact/hooks"

/** Group of app cards. */
export const AppGroup = ({ children, name }: { readonly name: string; readonly children: ComponentChildren }) => {
  const id = useId()
  return (
    <section class="app-group" aria-labelledby={id}>
      <h2 id={id}>{name}</h2>
      <ul>{children}</ul>
    </section>
  )
}

/** One app: status, purpose, actions. The whole card links to its page. */
export const AppCard = ({
  about,
  action,
  beside,
  href,
  mark,
  name,
  state
}: {
  readonly name: string
  readonly about: string
  readonly href: string
  readonly mark: ComponentChildren
  readonly state?: ComponentChildren
  readonly beside?: ComponentChildren
  readonly action?: ComponentChildren
}) => (
  <li class="app-card">
    <div class="head">
      {mark}
      <a href={href}>{name}</a>
      {state}
    </div>
    <p>{about}</p>
    <div class="foot">
      <span>{beside}</span>
      {action}
    </div>
  </li>
)
