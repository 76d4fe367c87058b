import "./code-block.css"

/** Several lines of code, such as the body of a request; wider than its place it is scrolled. */
export const CodeBlock = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <pre class="code-block" role="region" aria-label={label} tabIndex={0}>
    {text}
  </pre>
)
