import '../i18n/desk.ts'
import { Button } from '@talad/ui/components/button'
import { useMemo, useState } from 'react'
import { flagSource } from '../features/flag/api.ts'
import { OpenFlagCase } from '../features/flag/case-detail.tsx'
import { flagColumns, flagFilters } from '../features/flag/columns.tsx'
import { DecisionBar, reasons } from '../features/flag/decision-bar.tsx'
import { FlagFigures } from '../features/flag/figures.tsx'
import type { Action } from '../features/flag/keys.ts'
import { NewFlag } from '../features/flag/new-flag.tsx'
import { ShortcutSheet } from '../features/flag/shortcut-sheet.tsx'
import { useFlagQueue } from '../features/flag/use-flag-queue.ts'
import { useShortcuts } from '../features/flag/use-shortcuts.ts'
import { WaitingNow } from '../features/flag/waiting-now.tsx'
import { useText } from '../i18n/index.ts'
import { usePermissions } from '../lib/permissions.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { useAddress } from '../ui/data-table/use-address.ts'
import { Desk } from '../ui/desk.tsx'

const NONE = 'flag.none'
/** In the address in place of a case: an item that an admin flags by themself. */
const NEW = 'new'

/** AW-1 /flags: what people report, decided with two keys a case (MO-9 to MO-19). */
export default function FlagsPage() {
  const { t } = useText()
  const { can } = usePermissions()
  const mayDecide = can('flag.resolve')
  const queue = useFlagQueue()
  const { search, change, refine } = useAddress()
  const isNew = search.id === NEW
  const [isHelp, setHelp] = useState(false)
  const { open, selected, asked, toggle } = queue
  const act = (action: Action) => {
    if (action === 'next' || action === 'skip') return queue.go(1)
    if (action === 'previous') return queue.go(-1)
    if (action === 'help') return setHelp(true)
    if (action === 'leave') return queue.leave()
    if (action === 'order') return refine({ sr: search.sr === undefined ? 'oldest' : undefined })
    if (!mayDecide) return
    if (action === 'select') return open === undefined ? undefined : toggle(open)
    if (action === 'claim') return void queue.claim()
    if (action === 'undo') return void queue.undo()
    if (action === 'ignore' || action === 'suspend') return queue.ask(action)
    if (action === 'confirm') {
      if (asked === 'ignore') void queue.decide({ review_disposition: 'ignore', notes: '' })
      return
    }
    const reason = reasons[Number(action.at(-1)) - 1]
    if (asked === 'suspend' && reason)
      void queue.decide({ review_disposition: 'suspend', scope: 'individual', notes: t(reason) })
  }
  const keys = useShortcuts(asked !== undefined, act)
  const columns = useMemo(
    () =>
      flagColumns(({ _id, asset }) => (
        <input
          type="checkbox"
          aria-label={t('flag.selectOne', { name: asset.name || asset.token_id })}
          checked={selected.has(_id)}
          onChange={() => toggle(_id)}
          className="size-4 accent-leaf"
        />
      )),
    [selected, toggle, t],
  )
  return (
    <div className="grid gap-4">
      <Desk
        title={t('flag.title')}
        aside={
          <div className="flex flex-wrap items-center gap-2">
            <WaitingNow />
            {mayDecide && (
              <Button size="small" onClick={() => change({ id: NEW })}>
                {t('flag.new')}
              </Button>
            )}
            <Button size="small" look="quiet" onClick={() => setHelp(true)}>
              {t('flag.keys')} (?)
            </Button>
          </div>
        }
        detail={isNew ? <NewFlag /> : open && <OpenFlagCase key={open} id={open} queue={queue} />}
      >
        <DataTable
          name="flags"
          caption="flag.title"
          columns={columns}
          filters={flagFilters}
          source={flagSource}
          keyOf={({ _id }) => _id}
          empty={NONE}
        />
        <FlagFigures />
        {isHelp && <ShortcutSheet isOn={keys.isOn} onTurn={keys.turn} onClose={() => setHelp(false)} />}
      </Desk>
      {/* outside of the desk: a phone shows the open case in place of the list, and decides on it as well */}
      {mayDecide &&
        ((open !== undefined && !isNew) ||
          selected.size > 0 ||
          queue.last.length + queue.outcomes.length > 0) && <DecisionBar queue={queue} />}
    </div>
  )
}
