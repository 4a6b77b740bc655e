import { giveConsent, listConsents, textVersions } from '@talad/proto/http/identity/consents'
import { type App, signedIn } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import type { Deps } from '../deps.ts'
import { consentsOf, saveConsent } from './store.ts'

/** ID-42: what a person agreed to; each call is about the caller's own. */
export function consentRoutes(app: App, { db, now }: Deps): void {
  app.route(listConsents, async ({ actor }) => ({ list: await consentsOf(db, signedIn(actor).accountId) }))

  app.route(giveConsent, async ({ actor, params: { text }, body: { version } }) => {
    const versions: readonly string[] = textVersions[text]
    if (!versions.includes(version)) throw new Rejection('VALIDATION', { field: 'version' })
    return saveConsent(db, signedIn(actor).accountId, { text, version }, now())
  })
}
