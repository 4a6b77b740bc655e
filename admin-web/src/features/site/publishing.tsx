import type { DocumentName } from '@talad/proto/http/gateway/site-document'
import {
  type DocumentShown,
  siteDocumentAdminHttp as http,
} from '@talad/proto/http/gateway/site-document-admin'
import { Button } from '@talad/ui/components/button'
import { TextField } from '@talad/ui/components/field'
import { type ReactNode, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { reasonOf } from '../../lib/reason.ts'
import { DecisionDialog } from '../../ui/decision.tsx'
import { Moment } from '../../ui/moment.tsx'
import { publish, rollBack, SITES, unschedule } from './api.ts'

type Props = {
  state: DocumentShown
  document: DocumentName
  /** what is written is saved: it can be published */
  isReady: boolean
  onDone: (state: DocumentShown) => void
  /** what publishing would change */
  children: ReactNode
}
type Asked = { kind: 'publish' } | { kind: 'unschedule' } | { kind: 'rollback'; revision: number }

/** AW-13: publishes a draft now or at a time, drops what waits, and rolls back to what was published before. */
export function Publishing({ state, document, isReady, onDone, children }: Props) {
  const { t } = useText()
  const [asked, setAsked] = useState<Asked & { key: string }>()
  const ask = (what: Asked) => setAsked({ ...what, key: crypto.randomUUID() })
  const { published, scheduled, history } = state
  return (
    <section className="grid gap-4 rounded-lg border border-line p-4">
      <h2 className="text-base">{t('publishing.title')}</h2>
      {published ? (
        <p className="text-sm text-soft">
          {t('publishing.since', { revision: String(published.revision), by: published.by })}{' '}
          <Moment at={published.at} />
        </p>
      ) : (
        <p className="text-sm text-soft">{t('publishing.never')}</p>
      )}
      {scheduled && (
        <div className="flex flex-wrap items-center gap-3 text-sm">
          <p>
            {t('publishing.waits', { by: scheduled.by })} <Moment at={scheduled.due} />
          </p>
          <Button size="small" look="quiet" onClick={() => ask({ kind: 'unschedule' })}>
            {t('publishing.drop')}
          </Button>
        </div>
      )}
      <div>
        <Button
          size="small"
          disabled={!isReady || state.draft === null}
          onClick={() => ask({ kind: 'publish' })}
        >
          {t('publishing.publish')}
        </Button>
      </div>
      {history.length > 0 && (
        <details>
          <summary className="min-h-8 cursor-pointer font-semibold">{t('publishing.history')}</summary>
          <ol className="mt-2 grid gap-2 text-sm">
            {history.map(({ revision, at, by }) => (
              <li key={revision} className="flex flex-wrap items-center gap-3">
                <span>
                  {t('publishing.revision', { revision: String(revision), by })} <Moment at={at} />
                </span>
                <Button size="small" look="quiet" onClick={() => ask({ kind: 'rollback', revision })}>
                  {t('publishing.rollBack', { revision: String(revision) })}
                </Button>
              </li>
            ))}
          </ol>
        </details>
      )}
      {asked && (
        <Decision
          key={asked.key}
          asked={asked}
          idempotencyKey={asked.key}
          of={{ site_id: state.site_id, document, version: state.version }}
          onDone={onDone}
          onClose={() => setAsked(undefined)}
        >
          {children}
        </Decision>
      )}
    </section>
  )
}

type DecisionProps = {
  asked: Asked
  idempotencyKey: string
  of: { site_id: string; document: DocumentName; version: number }
  onDone: (state: DocumentShown) => void
  onClose: () => void
  children: ReactNode
}

function Decision({ asked, idempotencyKey, of, onDone, onClose, children }: DecisionProps) {
  const { t } = useText()
  const [at, setAt] = useState('')
  const [about] = useState(of) // the version that was looked at
  const act = async (note: string) => {
    const decision = { ...about, note }
    const key = `${idempotencyKey}-${at}`
    if (asked.kind === 'unschedule') return onDone(await unschedule(decision, key))
    if (asked.kind === 'rollback')
      return onDone(await rollBack({ ...decision, revision: asked.revision }, key))
    const due = at === '' ? null : new Date(at).toISOString()
    onDone(await publish({ ...decision, at: due }, key))
  }
  const title =
    asked.kind === 'publish'
      ? t('publishing.publish')
      : asked.kind === 'unschedule'
        ? t('publishing.drop')
        : t('publishing.rollBack', { revision: String(asked.revision) })
  return (
    <DecisionDialog
      title={title}
      reason={reasonOf(http.publishSiteDocument)}
      act={act}
      stale={[SITES]}
      target={about.site_id}
      onClose={onClose}
    >
      {asked.kind === 'publish' && (
        <>
          {children}
          <TextField
            label={t('publishing.at')}
            hint={t('publishing.atHint')}
            type="datetime-local"
            value={at}
            onChange={({ target }) => setAt(target.value)}
          />
        </>
      )}
      {asked.kind === 'rollback' && <p>{t('publishing.rollBackText')}</p>}
      {asked.kind === 'unschedule' && <p>{t('publishing.dropText')}</p>}
    </DecisionDialog>
  )
}
