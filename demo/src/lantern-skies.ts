/** The moon of a night. */
export type Moon = 'none' | 'crescent' | 'half' | 'full'

/** A night for lanterns: the sky from the zenith down, the haze on the horizon, and the land before it. */
export interface Sky {
  zenith: string
  middle: string
  low: string
  horizon: string
  land: string
  moon: Moon
}

/** The nights. */
export const skies = {
  indigo: {
    zenith: '#070b2b',
    middle: '#16205c',
    low: '#3d3a8c',
    horizon: '#b06a9c',
    land: '#0b0d2a',
    moon: 'full',
  },
  ember: {
    zenith: '#160a24',
    middle: '#4a1740',
    low: '#a8383f',
    horizon: '#ff9a4d',
    land: '#1c0a1a',
    moon: 'none',
  },
  teal: {
    zenith: '#03141f',
    middle: '#083a4d',
    low: '#14726f',
    horizon: '#a8dca0',
    land: '#041a20',
    moon: 'crescent',
  },
  violet: {
    zenith: '#120728',
    middle: '#35165f',
    low: '#7a3a9a',
    horizon: '#ffa6c0',
    land: '#150a2e',
    moon: 'half',
  },
  dawn: {
    zenith: '#1d2a5c',
    middle: '#4d5a9e',
    low: '#d98a9c',
    horizon: '#ffdca0',
    land: '#1e1c40',
    moon: 'none',
  },
  blackgold: {
    zenith: '#050507',
    middle: '#15121a',
    low: '#3a2a22',
    horizon: '#c98a3a',
    land: '#070608',
    moon: 'full',
  },
} as const satisfies Record<string, Sky>

/** The paper of a lantern: shade, body, where the flame shines through, and the cut-paper ornament. */
export interface Paper {
  shade: string
  body: string
  lit: string
  heart: string
  foil: string
}

/** The papers. */
export const papers = {
  saffron: { shade: '#b8480a', body: '#f28a1c', lit: '#ffc75a', heart: '#fff6d2', foil: '#fff0b0' },
  crimson: { shade: '#6e0a18', body: '#d42a2e', lit: '#ff7a4a', heart: '#ffe6b0', foil: '#ffd878' },
  ivory: { shade: '#b07a4a', body: '#f2d8a8', lit: '#fff0c8', heart: '#ffffff', foil: '#c8842a' },
  lotus: { shade: '#8a1f5c', body: '#e85c9a', lit: '#ffa8b8', heart: '#fff2e0', foil: '#ffe6a0' },
  jade: { shade: '#0a4a3a', body: '#1f9a6a', lit: '#9ae08a', heart: '#fffbd0', foil: '#ffe08a' },
  azure: { shade: '#122a7a', body: '#2f6ad8', lit: '#8ac8ff', heart: '#fff6da', foil: '#ffe6a0' },
} as const satisfies Record<string, Paper>
