import { giveConsent, listConsents, textVersions } from '@talad/proto/http/identity/consents'
import { currentContext, MAIN_SITE } from '@talad/shared/context'
import { type App, signedIn } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import type { Deps } from '../deps.ts'
import { consentsOf, isPublished, saveConsent } from './store.ts'

/** ID-42: what a person agreed to; each call is about the caller's own. */
export function consentRoutes(app: App, { db, now }: Deps): void {
  app.route(listConsents, async ({ actor }) => ({ list: await consentsOf(db, signedIn(actor).accountId) }))

  app.route(giveConsent, async ({ actor, params: { text }, body: { version, language = null } }) => {
    const { site: asked = MAIN_SITE } = currentContext()
    const wording = { text, version, language, site: language && asked }
    const versions: readonly string[] = textVersions[text]
    const isOne = language === null ? versions.includes(version) : await isPublished(db, wording)
    if (!isOne) throw new Rejection('VALIDATION', { field: 'version' })
    return saveConsent(db, signedIn(actor).accountId, wording, now())
  })
}
