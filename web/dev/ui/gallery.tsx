import { type Language, loadLanguage, PartLanguage } from '@talad/ui/i18n/language'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Samples } from './samples.tsx'

const panes = (['th', 'en'] as const).flatMap((language) =>
  (['light', 'dark'] as const).map((scheme) => ({ language, scheme })),
)

/** A part of the page in its own language and its own light. */
function Pane({ language, scheme }: { language: Language; scheme: 'light' | 'dark' }) {
  return (
    <PartLanguage value={language}>
      <div lang={language} style={{ colorScheme: scheme }} className="bg-paper p-6 text-ink md:p-10">
        <h1 className="title mb-8 text-2xl">
          {language} · {scheme}
        </h1>
        <Samples />
      </div>
    </PartLanguage>
  )
}

/** The components of the design system, in both languages and both lights; for development only. */
export default function Gallery() {
  useSuspenseQuery({
    queryKey: ['english'],
    queryFn: async () => {
      await loadLanguage('en')
      return true
    },
  })
  return (
    <div className="grid xl:grid-cols-2 *:min-w-0">
      {panes.map((pane) => (
        <Pane key={`${pane.language} ${pane.scheme}`} {...pane} />
      ))}
    </div>
  )
}
