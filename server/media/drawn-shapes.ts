/** Colours of one drawing, all of one hue. */
export interface Palette {
  /** The thing itself, its lit side, its shaded side, its details. */
  body: string;
  light: string;
  shade: string;
  line: string;
}

type Draw = (palette: Palette) => string;

/** The demo's things, each in a field of 200 × 200 around the middle (100, 100). */
export const SHAPES: Readonly<Record<string, Draw>> = {
  dress: (c) => `
    <path d="M78 18 L92 34 Q100 40 108 34 L122 18 L132 30 L124 78 Q122 92 128 104 L152 178 Q100 194 48 178 L72 104 Q78 92 76 78 L68 30 Z" fill="${c.body}"/>
    <path d="M100 40 Q106 38 108 34 L122 18 L132 30 L124 78 Q122 92 128 104 L152 178 Q128 186 104 187 Z" fill="${c.shade}" opacity=".35"/>
    <path d="M75 92 Q100 102 125 92 L126 100 Q100 110 73 100 Z" fill="${c.line}"/>
    <path d="M86 112 L76 182 M114 112 L124 182" stroke="${c.light}" stroke-width="3" fill="none" stroke-linecap="round"/>`,
  tshirt: (c) => `
    <path d="M70 30 L86 24 Q100 40 114 24 L130 30 L172 58 L156 90 L138 80 L138 176 Q100 184 62 176 L62 80 L44 90 L28 58 Z" fill="${c.body}"/>
    <path d="M114 24 L130 30 L172 58 L156 90 L138 80 L138 176 Q122 180 106 180 Q124 110 114 24 Z" fill="${c.shade}" opacity=".3"/>
    <path d="M86 24 Q100 46 114 24" stroke="${c.line}" stroke-width="5" fill="none"/>
    <rect x="84" y="84" width="32" height="32" rx="8" fill="${c.light}"/>`,
  hoodie: (c) => `
    <path d="M74 40 Q68 12 100 12 Q132 12 126 40 L160 56 L178 140 L154 146 L142 98 L142 176 Q100 184 58 176 L58 98 L46 146 L22 140 L40 56 Z" fill="${c.body}"/>
    <path d="M82 40 Q82 22 100 22 Q118 22 118 40 Q110 54 100 54 Q90 54 82 40 Z" fill="${c.shade}"/>
    <path d="M72 122 L128 122 L138 156 L62 156 Z" fill="${c.light}"/>
    <path d="M93 54 L91 92 M107 54 L109 86" stroke="${c.line}" stroke-width="4" stroke-linecap="round"/>
    <rect x="58" y="164" width="84" height="10" fill="${c.shade}" opacity=".5"/>`,
  jeans: (c) => `
    <path d="M60 14 L140 14 L150 184 L112 186 L100 78 L88 186 L50 184 Z" fill="${c.body}"/>
    <path d="M100 78 L112 186 L150 184 L140 14 L112 14 Z" fill="${c.shade}" opacity=".3"/>
    <rect x="58" y="14" width="84" height="14" fill="${c.line}"/>
    <path d="M64 34 Q76 50 88 34 M112 34 Q124 50 136 34" stroke="${c.light}" stroke-width="3" fill="none"/>
    <circle cx="100" cy="21" r="4" fill="${c.light}"/>
    <path d="M100 28 L100 72" stroke="${c.light}" stroke-width="2.5"/>`,
  sneaker: (c) => `
    <path d="M22 128 L26 84 Q44 98 62 84 L92 104 Q126 124 158 128 Q180 132 180 148 L22 148 Z" fill="${c.body}"/>
    <path d="M22 128 L24 106 Q60 130 110 126 L158 128 Q180 132 180 148 L22 148 Z" fill="${c.shade}" opacity=".3"/>
    <path d="M18 146 L184 146 Q186 164 168 164 L34 164 Q18 164 18 146 Z" fill="${c.light}"/>
    <path d="M72 94 L60 108 M84 101 L72 116 M97 108 L86 122" stroke="${c.line}" stroke-width="4.5" stroke-linecap="round"/>
    <path d="M30 96 Q40 112 38 140" stroke="${c.line}" stroke-width="4" fill="none" stroke-linecap="round"/>`,
  mug: (c) => `
    <path d="M132 74 Q176 72 172 108 Q168 142 130 138" stroke="${c.shade}" stroke-width="14" fill="none"/>
    <path d="M42 54 L138 54 L132 158 Q130 172 114 172 L66 172 Q50 172 48 158 Z" fill="${c.body}"/>
    <path d="M108 54 L138 54 L132 158 Q130 172 114 172 L96 172 Z" fill="${c.shade}" opacity=".3"/>
    <ellipse cx="90" cy="54" rx="48" ry="11" fill="${c.light}"/>
    <ellipse cx="90" cy="56" rx="38" ry="7" fill="${c.line}" opacity=".55"/>
    <path d="M64 96 L64 140" stroke="${c.light}" stroke-width="6" stroke-linecap="round"/>`,
  bedding: (c) => `
    <rect x="22" y="140" width="156" height="34" rx="12" fill="${c.shade}"/>
    <rect x="26" y="106" width="148" height="38" rx="14" fill="${c.body}"/>
    <rect x="32" y="76" width="136" height="34" rx="14" fill="${c.light}"/>
    <path d="M44 48 Q74 38 96 48 Q102 62 96 78 Q70 86 44 78 Q36 62 44 48 Z" fill="${c.body}"/>
    <path d="M106 46 Q136 36 158 46 Q164 60 158 76 Q132 84 106 76 Q98 60 106 46 Z" fill="${c.light}"/>
    <path d="M40 126 L160 126 M40 158 L160 158" stroke="${c.line}" stroke-width="2.5" stroke-dasharray="7 9"/>`,
  bricks: (c) => `
    <rect x="34" y="128" width="132" height="44" rx="5" fill="${c.body}"/>
    <rect x="34" y="84" width="84" height="42" rx="5" fill="${c.shade}"/>
    <rect x="122" y="84" width="44" height="42" rx="5" fill="${c.light}"/>
    <rect x="56" y="44" width="84" height="38" rx="5" fill="${c.body}"/>
    <path d="M66 34 h20 v12 h-20z M108 34 h20 v12 h-20z" fill="${c.line}"/>
    <path d="M42 150 H158 M42 104 H110 M64 62 H132" stroke="${c.line}" stroke-width="2" opacity=".5"/>
    <circle cx="144" cy="105" r="9" fill="${c.body}"/>`,
  nightlamp: (c) => `
    <circle cx="100" cy="86" r="72" fill="${c.light}" opacity=".55"/>
    <circle cx="100" cy="86" r="54" fill="${c.body}"/>
    <path d="M118 46 Q82 58 86 94 Q90 122 126 128 Q100 146 74 126 Q52 106 60 76 Q72 42 118 46 Z" fill="${c.light}"/>
    <path d="M66 146 L134 146 L144 174 Q100 184 56 174 Z" fill="${c.shade}"/>
    <circle cx="100" cy="162" r="5" fill="${c.light}"/>
    <path d="M138 56 l4 8 8 4 -8 4 -4 8 -4 -8 -8 -4 8 -4z" fill="${c.line}"/>`,
  cosmeticbag: (c) => `
    <path d="M36 76 Q100 54 164 76 L176 150 Q178 172 156 172 L44 172 Q22 172 24 150 Z" fill="${c.body}"/>
    <path d="M108 62 Q140 64 164 76 L176 150 Q178 172 156 172 L100 172 Z" fill="${c.shade}" opacity=".28"/>
    <path d="M36 80 Q100 58 164 80" stroke="${c.line}" stroke-width="6" fill="none"/>
    <path d="M152 78 l14 12 -7 12 -14 -12z" fill="${c.light}"/>
    <path d="M52 104 L148 168 M100 98 L160 138 M40 138 L92 170 M148 104 L52 168 M100 98 L40 138 M160 138 L108 170" stroke="${c.light}" stroke-width="2.5" opacity=".8"/>`,
  doormat: (c) => `
    <path d="M40 60 L160 60 L186 158 L14 158 Z" fill="${c.shade}"/>
    <path d="M48 66 L152 66 L174 150 L26 150 Z" fill="${c.body}"/>
    <path d="M46 86 L154 86 M41 106 L159 106 M36 127 L164 127" stroke="${c.light}" stroke-width="5" stroke-dasharray="10 7"/>
    <path d="M78 100 Q88 84 100 98 Q112 84 122 100 Q120 118 100 132 Q80 118 78 100 Z" fill="${c.line}"/>`,
  gamepad: (c) => `
    <path d="M54 64 Q100 50 146 64 Q178 74 184 138 Q184 164 164 160 Q150 156 138 130 L62 130 Q50 156 36 160 Q16 164 16 138 Q22 74 54 64 Z" fill="${c.body}"/>
    <path d="M112 56 Q132 58 146 64 Q178 74 184 138 Q184 164 164 160 Q150 156 138 130 L106 130 Z" fill="${c.shade}" opacity=".28"/>
    <path d="M56 84 h12 v12 h12 v12 h-12 v12 h-12 v-12 h-12 v-12 h12z" fill="${c.line}"/>
    <circle cx="138" cy="88" r="7" fill="${c.light}"/><circle cx="154" cy="102" r="7" fill="${c.light}"/>
    <circle cx="122" cy="102" r="7" fill="${c.line}"/><circle cx="138" cy="116" r="7" fill="${c.line}"/>
    <circle cx="86" cy="124" r="13" fill="${c.shade}"/><circle cx="114" cy="124" r="13" fill="${c.shade}"/>`,
};
