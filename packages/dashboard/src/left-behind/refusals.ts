/** What each act can be refused for. */
export const settledRefusals = {
  LeftBehindNotFound: ({ error }: { readonly error: string }) => error,
  LeftBehindCaseCancelled: ({ error }: { readonly error: string }) => error,
  LeftBehindSettled: ({ error }: { readonly error: string }) => error
}
