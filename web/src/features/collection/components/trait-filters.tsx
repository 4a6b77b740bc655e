import type { traitEntry } from '@talad/proto/http/asset-indexer/assets'
import { inLanguage } from '@talad/proto/http/bilingual'
import { typedSigned } from '@talad/ui/format/number-input'
import type { z } from 'zod'
import { useText } from '../../../i18n/index.ts'
import { type Filters, hasTrait, setRange, toggleTrait } from '../filters.ts'
import { Group, Range, Ticked } from './filter-parts.tsx'

type Trait = z.output<typeof traitEntry>
type Props = { search: Filters; traits: readonly Trait[]; onChange: (next: Filters) => void }

function TraitRange({ trait, search, onChange }: { trait: Trait } & Omit<Props, 'traits'>) {
  const { language } = useText()
  const set = search.tr?.find(({ key }) => key === trait.key)
  return (
    <>
      <p className="pb-2 text-xs text-soft tabular-nums">
        {trait.min} – {trait.max}
      </p>
      <Range
        key={`${set?.value}-${set?.valueTo}`}
        label={inLanguage(trait.key, language)}
        from={set?.value ?? ''}
        to={set?.valueTo ?? ''}
        clean={typedSigned}
        onApply={(from, to) => onChange(setRange(search, trait.key, from, to))}
      />
    </>
  )
}

/** AI-11: the traits of a collection, each as a choice or as a range. */
export function TraitFilters({ search, traits, onChange }: Props) {
  const { language } = useText()
  return traits.map((trait) => (
    <Group
      key={trait.key}
      title={inLanguage(trait.key, language)}
      open={(search.tr ?? []).some(({ key }) => key === trait.key)}
    >
      {trait.kind === 'choice' ? (
        trait.values.map(({ value, count }) => (
          <Ticked
            key={value}
            checked={hasTrait(search, trait.key, value)}
            label={inLanguage(value, language)}
            count={count}
            onChange={() => onChange(toggleTrait(search, trait.key, value))}
          />
        ))
      ) : (
        <TraitRange trait={trait} search={search} onChange={onChange} />
      )}
    </Group>
  ))
}
