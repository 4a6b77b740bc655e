import { lazyPart, Part } from '@talad/ui/components/part'

const PaletteWindow = lazyPart(() => import('./palette-window.tsx'))

/** The window comes with the first time that somebody asks for it. */
export function Palette({ onClose }: { onClose: () => void }) {
  return (
    <Part onMissing={onClose}>
      <PaletteWindow onClose={onClose} />
    </Part>
  )
}
