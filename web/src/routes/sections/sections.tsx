import type { Section, SectionOf } from '@talad/proto/site/sections'
import { lazyPart, Part } from '@talad/ui/components/part'
import { Fragment } from 'react'
import { useText } from '../../i18n/index.ts'
import { BodySection } from './body.tsx'
import { Hero, stallOf } from './hero.tsx'
import { HtmlTreeView } from './html-tree.tsx'
import { CardSlider, PreviewSlider } from './sliders.tsx'
import { TrendingTable } from './trending.tsx'

const RecentRow = lazyPart(() => import('../recent-row.tsx'))

function Html({ section }: { section: SectionOf<'content-html'> }) {
  const { language } = useText()
  return <HtmlTreeView tree={section.content.html[language]} />
}

type Drawn = { section: Section; isFirst: boolean; hasStall: boolean }

/** One section: each kind has its drawing. */
function Drawing({ section, isFirst, hasStall }: Drawn) {
  switch (section.kind) {
    case 'content-hero':
      return <Hero section={section} isFirst={isFirst} />
    case 'content-body':
      return <BodySection section={section} />
    case 'content-html':
      return <Html section={section} />
    case 'preview-slider':
      return <PreviewSlider section={section} />
    case 'card-slider':
      return <CardSlider section={section} except={hasStall ? stallOf : undefined} />
    case 'trending-table':
      return <TrendingTable section={section} />
  }
}

/** Openings go from edge to edge; what stands between them stands together. */
function runsOf(sections: readonly Section[]): Section[][] {
  const runs: Section[][] = []
  for (const one of sections) {
    const last = runs.at(-1)
    const joins = last && one.kind !== 'content-hero' && last[0]?.kind !== 'content-hero'
    if (joins) last.push(one)
    else runs.push([one])
  }
  return runs
}

/** A page from top to bottom (GW-32). What this browser looked at last stands below the first cards. */
export function Sections({ sections }: { sections: readonly Section[] }) {
  const heroes = sections.filter((one) => one.kind === 'content-hero')
  const hasStall = heroes.some(({ source, asset_ids: ids }) => source !== null && ids.length === 0)
  const firstCards = sections.find(({ kind }) => kind === 'card-slider')
  const draw = (section: Section) => (
    <Fragment key={section.id}>
      <Drawing section={section} isFirst={section === heroes[0]} hasStall={hasStall} />
      {section === firstCards && (
        <Part>
          <RecentRow />
        </Part>
      )}
    </Fragment>
  )
  return runsOf(sections).map((run) =>
    run[0]?.kind === 'content-hero' ? (
      draw(run[0])
    ) : (
      <div key={run[0]?.id} className="page mt-10 grid gap-14 md:mt-14 md:gap-20">
        {run.map(draw)}
      </div>
    ),
  )
}
