/** The colours of one fish: body from shade to light, fins from root to tip, and the accents. */
export interface BettaPalette {
  body: readonly [shade: string, base: string, light: string]
  fin: readonly [root: string, middle: string, tip: string]
  /** The second colour: fin bands, marbling. */
  accent: string
  /** What the scales and fin rays flash with. */
  sheen: string
}

/** The colours that fish are bred in. */
export const bettaPalettes = {
  ruby: {
    body: ['#3d0510', '#b3122b', '#ff6a55'],
    fin: ['#5c0618', '#dc1632', '#ff7a45'],
    accent: '#fff1dc',
    sheen: '#ffb49a',
  },
  sapphire: {
    body: ['#050b3a', '#1733b8', '#5d9bff'],
    fin: ['#08104f', '#1f4fe0', '#52c2ff'],
    accent: '#f2fbff',
    sheen: '#9fdcff',
  },
  turquoise: {
    body: ['#022b33', '#06808a', '#4cebd6'],
    fin: ['#03363f', '#07a19d', '#7df5d2'],
    accent: '#ffefe0',
    sheen: '#c8fff0',
  },
  siam: {
    body: ['#0d1850', '#dfe6f5', '#ffffff'],
    fin: ['#c8102e', '#f7f3ee', '#22409f'],
    accent: '#1d3a9a',
    sheen: '#ffffff',
  },
  copper: {
    body: ['#2e1204', '#a3541a', '#ffc877'],
    fin: ['#431a0a', '#c96b1e', '#ffd28a'],
    accent: '#2f120a',
    sheen: '#fff0c4',
  },
  orchid: {
    body: ['#0b0614', '#2a1450', '#8554d6'],
    fin: ['#12081f', '#4a1f80', '#c07aff'],
    accent: '#ffd7f2',
    sheen: '#e3b8ff',
  },
  mustard: {
    body: ['#061233', '#154596', '#48acec'],
    fin: ['#15356b', '#f2a413', '#ffdd66'],
    accent: '#14306e',
    sheen: '#fff1b0',
  },
  opal: {
    body: ['#70507f', '#efb4d0', '#fff3f6'],
    fin: ['#b76aa8', '#ffbdd6', '#cfdcff'],
    accent: '#7c6cf0',
    sheen: '#ffffff',
  },
  pearl: {
    body: ['#7c8ca6', '#e6edf6', '#ffffff'],
    fin: ['#93a6c4', '#eef4ff', '#ffffff'],
    accent: '#f2b84a',
    sheen: '#fff6dc',
  },
  emerald: {
    body: ['#03210f', '#0d6b37', '#7cea94'],
    fin: ['#053018', '#11a052', '#cdf571'],
    accent: '#fff3b8',
    sheen: '#e6ffb0',
  },
} as const satisfies Record<string, BettaPalette>

/** Water from the surface to the deep, and the light that falls through it. */
export interface Water {
  top: string
  middle: string
  deep: string
  glow: string
}

/** The waters they live in. */
export const waters = {
  lagoon: { top: '#8fe3dc', middle: '#1b8796', deep: '#052a39', glow: '#dcfff6' },
  midnight: { top: '#2c4d96', middle: '#101f50', deep: '#04071a', glow: '#8fb4ff' },
  dusk: { top: '#ff9f7c', middle: '#853877', deep: '#180c34', glow: '#ffd4ad' },
  amber: { top: '#ffd684', middle: '#a85e1a', deep: '#260f05', glow: '#fff2c2' },
  jade: { top: '#c4eea0', middle: '#2a8257', deep: '#05231c', glow: '#f2ffd6' },
  rose: { top: '#ffd9dd', middle: '#bf5f89', deep: '#36112f', glow: '#fff1ee' },
} as const satisfies Record<string, Water>
