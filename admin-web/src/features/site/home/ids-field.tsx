import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useText } from '../../../i18n/index.ts'
import { choices } from '../../../lib/choices.ts'
import { type Choice, ChoiceText, SearchPicker } from '../../../ui/search-picker.tsx'
import { Move } from './move.tsx'
import { fieldText } from './words.ts'

/** GW-35 */
const MOST = 50

type Props = {
  name: string
  value: unknown
  path: string
  error: string | undefined
  onChange: (ids: string[], path: string) => void
}

/** What a section shows, in its order: found by words, moved and taken out by buttons. */
export function IdsField({ name, value, path, error, onChange }: Props) {
  const { t } = useText()
  const ids: string[] = Array.isArray(value) ? value.map(String) : []
  const of = name === 'asset_ids' ? 'assets' : 'collections'
  const { data = [], isSuccess } = useQuery({
    queryKey: [`choices-${of}`, 'named', ids.toSorted()],
    queryFn: ({ signal }) => choices[of].read(ids, signal),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
  const known = new Map(data.map((choice) => [choice.id, choice]))
  const shown = (id: string): Choice =>
    known.get(id) ?? { id, name: t(isSuccess ? 'picker.gone' : 'common.loading'), detail: id, image: null }
  const swap = (at: number, to: number) => onChange(ids.with(at, ids[to] ?? '').with(to, ids[at] ?? ''), path)
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-sm font-semibold">{t(fieldText(name))}</legend>
      {ids.length === 0 && <p className="text-sm text-soft">{t('picker.nothing')}</p>}
      <ol className="grid gap-1">
        {ids.map((id, at) => {
          const choice = shown(id)
          return (
            <li key={id} className="flex items-center gap-2 rounded-md border border-line p-1 pl-2">
              <ChoiceText choice={choice} />
              <Move
                label={t('home.up', { name: choice.name })}
                sign="↑"
                isOff={at === 0}
                act={() => swap(at, at - 1)}
              />
              <Move
                label={t('home.down', { name: choice.name })}
                sign="↓"
                isOff={at === ids.length - 1}
                act={() => swap(at, at + 1)}
              />
              <Move
                label={t('home.remove', { name: choice.name })}
                sign="×"
                isOff={false}
                act={() => onChange(ids.toSpliced(at, 1), path)}
              />
            </li>
          )
        })}
      </ol>
      {error && (
        <p role="alert" className="text-sm text-chili">
          {error}
        </p>
      )}
      <SearchPicker
        label={t(of === 'assets' ? 'picker.asset' : 'picker.collection')}
        of={`choices-${of}`}
        find={choices[of].find}
        taken={new Set(ids)}
        isFull={ids.length >= MOST}
        onPick={({ id }) => onChange([...ids, id], path)}
      />
    </fieldset>
  )
}
