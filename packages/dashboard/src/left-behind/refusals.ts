/** What each act can be refused for. */
export const settledRefusals = {
  LeftBehindNotFound: ({ error }: { readonly error: string }) => error,
  LeftBehindCaseCancelled: ({ error }: { readonly error: string }) => error,
  LeftBehindSettled: ({ error }: { readonly error: string }) => error,
  NewOwnerUnnamed: ({ error }: { readonly error: string }) => error
}

/** The same of what hands over, or lets a cut go on. */
export const handingRefusals = {
  ...settledRefusals,
  LeftBehindFormer: ({ error }: { readonly error: string }) => error
}
