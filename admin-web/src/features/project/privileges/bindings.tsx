import { Button } from '@talad/ui/components/button'
import { Empty } from '@talad/ui/components/status'
import { formatCount } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../../i18n/index.ts'
import { DecisionDialog } from '../../../ui/decision.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { Ident } from '../../../ui/ident.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { useProject } from '../api.ts'
import { type Binding, bindingsQuery, changeBinding, PRIVILEGES, type Privilege, unbind } from './api.ts'
import { BindingForm } from './binding-form.tsx'
import { Enabled } from './columns.tsx'
import { rangesText } from './ranges.ts'

/** CA-78: what carries a privilege. */
export function Bindings({ privilege }: { privilege: Privilege }) {
  const { t } = useText()
  const { mayChange } = useProject()
  const [isNew, setNew] = useState(false)
  const may = mayChange('project.manage')
  return (
    <section className="grid gap-4 border-t border-line pt-4">
      <h3 className="text-base">{t('binding.title')}</h3>
      <Loaded query={useQuery(bindingsQuery(privilege._id))}>
        {({ list, total }) =>
          list.length === 0 ? (
            <Empty title={t('binding.none')} />
          ) : (
            <>
              <ul className="grid gap-4">
                {list.map((one) => (
                  <OneBinding key={one._id} binding={one} may={may} />
                ))}
              </ul>
              {total !== null && total > list.length && (
                <p className="text-sm text-soft">{t('binding.more', { count: formatCount(total) })}</p>
              )}
            </>
          )
        }
      </Loaded>
      {may &&
        (isNew ? (
          <BindingForm privilege={privilege} onMade={() => setNew(false)} />
        ) : (
          <div>
            <Button size="small" look="quiet" onClick={() => setNew(true)}>
              {t('binding.new')}
            </Button>
          </div>
        ))}
    </section>
  )
}

type Decided = { what: 'switch' | 'delete'; key: string }

function OneBinding({ binding, may }: { binding: Binding; may: boolean }) {
  const { t } = useText()
  const [decided, setDecided] = useState<Decided>()
  const { target, enabled, _id, quantity, priority, updated } = binding
  const begin = (what: Decided['what']) => setDecided({ what, key: crypto.randomUUID() })
  const switchText = t(enabled ? 'privilege.switchOff' : 'privilege.switchOn')
  return (
    <li className="grid gap-3 rounded-md border border-line p-3">
      <Enabled enabled={enabled} />
      <Facts>
        <Fact label={t(target.item_id === null ? 'binding.collection' : 'binding.item')}>
          <Ident value={target.item_id ?? target.collection_id ?? ''} />
        </Fact>
        {target.token_ranges.length > 0 && (
          <Fact label={t('binding.numbers')}>{rangesText(target.token_ranges)}</Fact>
        )}
        <Fact label={t('binding.quantity')}>{formatCount(Number(quantity))}</Fact>
        <Fact label={t('binding.priority')}>{formatCount(priority)}</Fact>
      </Facts>
      {may && (
        <div className="flex flex-wrap gap-2">
          <Button size="small" look="quiet" onClick={() => begin('switch')}>
            {switchText}
          </Button>
          <Button size="small" look="danger" onClick={() => begin('delete')}>
            {t('binding.delete')}
          </Button>
        </div>
      )}
      {decided && (
        <DecisionDialog
          title={decided.what === 'delete' ? t('binding.delete') : switchText}
          isDestructive={decided.what === 'delete'}
          act={() =>
            decided.what === 'delete'
              ? unbind(_id, decided.key)
              : changeBinding(
                  { privilegeBindingId: _id, binding: { enabled: !enabled, updated } },
                  decided.key,
                )
          }
          stale={[PRIVILEGES]}
          target={_id}
          onClose={() => setDecided(undefined)}
        >
          <p>{t(decided.what === 'delete' ? 'binding.deleteText' : 'binding.switchText')}</p>
        </DecisionDialog>
      )}
    </li>
  )
}
