import type { App } from './error-report.ts'

let app: App | undefined

/** Tells of a fault of the app; the code for it comes with the first. */
export function reportError(error: unknown): void {
  const of = app
  if (of === undefined) return
  void import('./error-report.ts').then(({ tellOf }) => tellOf(of, error)).catch(() => {})
}

/** Begins to tell of what nobody has caught. */
export function startErrorReports(as: App): void {
  app = as
  window.addEventListener('error', ({ error, message }) => reportError(error ?? message))
  window.addEventListener('unhandledrejection', ({ reason }) => reportError(reason))
}
