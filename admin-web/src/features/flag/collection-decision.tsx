import { FLAG_NOTES_MAX } from '@talad/proto/http/moderation/flagging'
import type { FlagCaseDetail } from '@talad/proto/http/moderation/flagging-case'
import { Button } from '@talad/ui/components/button'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { useText } from '../../i18n/index.ts'
import { usePermissions } from '../../lib/permissions.ts'
import { DecisionDialog } from '../../ui/decision.tsx'
import { FLAGS, resolveOne, type Seen } from './api.ts'

/** Why something is suspended. */
export const notes = z.string().trim().min(1).max(FLAG_NOTES_MAX)

type Scope = 'individual' | 'collection'
type Props = { found: FlagCaseDetail; onDone: (done: Seen) => void }

/** A suspension in one's own words; that of a whole collection is confirmed by a typed word (AW-3, MO-12). */
export function CollectionDecision({ found, onDone }: Props) {
  const { t } = useText()
  const { can } = usePermissions()
  const [scope, setScope] = useState<Scope>()
  const key = useRef(crypto.randomUUID())
  const { _id, version } = found
  if (!can('flag.resolve')) return null
  // MO-12: its collection is the virtual one that it stands for
  const isVirtual = found.asset.abstract !== null
  const [all, allText] = isVirtual
    ? (['flag.suspendVirtual', 'flag.suspendVirtualText'] as const)
    : (['flag.suspendAll', 'flag.suspendAllText'] as const)
  const title = t(scope === 'collection' ? all : 'flag.suspendOne')
  const act = async (reason: string, of: Scope) => {
    const seen = { case_id: _id, version }
    const verdict = { review_disposition: 'suspend' as const, scope: of, notes: reason }
    const { case: now } = await resolveOne(seen, verdict, `${key.current}-${version}-${of}`)
    onDone({ case_id: _id, version: now.version })
  }
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Button size="small" look="quiet" onClick={() => setScope('individual')}>
          {t('flag.suspendOne')}
        </Button>
        {can('suspension.write') && (
          <Button size="small" look="danger" onClick={() => setScope('collection')}>
            {t(all)}
          </Button>
        )}
      </div>
      {scope !== undefined && (
        <DecisionDialog
          title={title}
          isDestructive={scope === 'collection'}
          {...(scope === 'collection' ? { word: t('word.suspend') } : {})}
          reason={notes}
          act={(reason) => act(reason, scope)}
          stale={[FLAGS]}
          target={_id}
          onClose={() => setScope(undefined)}
        >
          <p>{t(scope === 'collection' ? allText : 'flag.suspendOneText')}</p>
        </DecisionDialog>
      )}
    </>
  )
}
