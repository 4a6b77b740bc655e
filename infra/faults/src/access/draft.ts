import { signIn } from '@talad/dev/seed/site'
import { onceHeard } from '@talad/e2e/people'
import type { System } from '@talad/e2e/system'
import { continentHttp } from '@talad/proto/http/gateway/continent'
import { layoutHttp } from '@talad/proto/http/gateway/layout'
import { siteDocumentAdminHttp as documents } from '@talad/proto/http/gateway/site-document-admin'
import { newId } from '@talad/shared/ids'
import { holds } from '../proof.ts'
import { type Canaries, findIn } from './canaries.ts'
import { type Answer, ask } from './doors.ts'

const DAY_MS = 86_400_000

/**
 * A page of the site is drafted and put off until tomorrow; strangers ask for what it shows meanwhile.
 * @returns what nobody but those who write it may read, and what strangers were answered
 */
export async function draftSomething({ run }: System): Promise<{ unsaid: Canaries; answers: Answer[] }> {
  const { call } = await signIn(run, 'demo-prapha')
  const [title, note] = ['title', 'note'].map((what) => `${what}-${newId(new Date())}`) as [string, string]
  const about = { site_id: 'main', document: 'page-help-th' } as const
  const page = { kind: 'page' as const, ...about, version: 0, content: { title, html: [] } }
  const { version } = await onceHeard(['permission_required'], () =>
    call(documents.saveSiteDocument, { body: page }),
  )
  const at = new Date(Date.now() + DAY_MS).toISOString()
  await call(documents.publishSiteDocument, { body: { ...about, version, at, note } })
  const unsaid = { 'a page that is not published yet': title, 'the note of who put it off': note }
  const path = `${layoutHttp.sitePage.path.replace(':page', 'help')}?language=th`
  const asked = [path, layoutHttp.layout.path, continentHttp.continent.path]
  const answers = await Promise.all(asked.map((one) => ask(run.gateway + one)))
  for (const { text } of answers) holds(findIn(text, unsaid).length === 0, 'a draft is shown to strangers')
  return { unsaid, answers }
}
