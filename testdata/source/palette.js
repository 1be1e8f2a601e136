// palette.js: colours, their spaces, and palettes that can be told apart.
//
// A colour is an array of three numbers; which space it is in is said by the name of
// the function. rgb is 0..255, linear 0..1, oklab and oklch as Ottosson has them.

const clamp = (x, low = 0, high = 1) => Math.min(high, Math.max(low, x));
const mix = (a, b, t) => a + (b - a) * t;
const degrees = radians => (radians * 180 / Math.PI + 360) % 360;
const radians = degrees => degrees * Math.PI / 180;
const times = (matrix, v) => matrix.map(row => row[0] * v[0] + row[1] * v[1] + row[2] * v[2]);
const pipe = (...steps) => start => steps.reduce((value, step) => step(value), start);

/* ---------- spaces ---------- */

const toLinear = rgb => rgb.map(c => {
    const s = c / 255;
    return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
});

const fromLinear = linear => linear.map(l =>
    255 * (l <= 0.0031308 ? 12.92 * l : 1.055 * Math.max(l, 0) ** (1 / 2.4) - 0.055));

const TO_LMS = [
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
];

const LMS_TO_LAB = [
    [0.2104542553, 0.7936177850, -0.0040720468],
    [1.9779984951, -2.4285922050, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.8086757660],
];

const LAB_TO_LMS = [
    [1, 0.3963377774, 0.2158037573],
    [1, -0.1055613458, -0.0638541728],
    [1, -0.0894841775, -1.2914855480],
];

const FROM_LMS = [
    [4.0767416621, -3.3077115913, 0.2309699292],
    [-1.2684380046, 2.6097574011, -0.3413193965],
    [-0.0041960863, -0.7034186147, 1.7076147010],
];

const linearToOklab = linear => times(LMS_TO_LAB, times(TO_LMS, linear).map(Math.cbrt));
const oklabToLinear = lab => times(FROM_LMS, times(LAB_TO_LMS, lab).map(x => x ** 3));
const oklabToOklch = ([l, a, b]) => [l, Math.hypot(a, b), degrees(Math.atan2(b, a))];
const oklchToOklab = ([l, c, h]) => [l, c * Math.cos(radians(h)), c * Math.sin(radians(h))];

const rgbToOklab = pipe(toLinear, linearToOklab);
const rgbToOklch = pipe(rgbToOklab, oklabToOklch);
const oklchToLinear = pipe(oklchToOklab, oklabToLinear);

const inGamut = linear => linear.every(c => c >= -1e-4 && c <= 1 + 1e-4);

// Less colourful until a screen can show it; lightness and hue stay.
const oklchToRgb = ([l, c, h]) => {
    if (l >= 1) return [255, 255, 255];
    if (l <= 0) return [0, 0, 0];
    let [low, high] = [0, c];
    if (!inGamut(oklchToLinear([l, c, h]))) {
        for (let i = 0; i < 16; i++) {
            const middle = (low + high) / 2;
            if (inGamut(oklchToLinear([l, middle, h]))) low = middle;
            else high = middle;
        }
    } else {
        low = c;
    }
    return fromLinear(oklchToLinear([l, low, h])).map(x => Math.round(clamp(x, 0, 255)));
};

const rgbToHsl = rgb => {
    const [r, g, b] = rgb.map(c => c / 255);
    const max = Math.max(r, g, b), min = Math.min(r, g, b);
    const l = (max + min) / 2, spread = max - min;
    if (spread === 0) return [0, 0, l];
    const s = spread / (1 - Math.abs(2 * l - 1));
    const h = max === r ? (g - b) / spread + (g < b ? 6 : 0)
        : max === g ? (b - r) / spread + 2
            : (r - g) / spread + 4;
    return [60 * h, s, l];
};

const hslToRgb = ([h, s, l]) => [0, 8, 4].map(n => {
    const k = (n + h / 30) % 12;
    return Math.round(255 * (l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
});

/* ---------- text ---------- */

const NAMED = {
    black: '#000', white: '#fff', red: '#f00', lime: '#0f0', blue: '#00f', navy: '#000080',
    teal: '#008080', orange: '#ffa500', gold: '#ffd700', crimson: '#dc143c', indigo: '#4b0082',
    salmon: '#fa8072', khaki: '#f0e68c', orchid: '#da70d6', tomato: '#ff6347', rebeccapurple: '#639',
};

const hexToRgb = hex => {
    const long = hex.length === 3 ? [...hex].map(d => d + d).join('') : hex;
    return [0, 2, 4].map(i => parseInt(long.slice(i, i + 2), 16));
};

export const parse = text => {
    const t = text.trim().toLowerCase();
    if (Object.hasOwn(NAMED, t)) return parse(NAMED[t]);
    const hex = /^#([\da-f]{3}|[\da-f]{6})$/.exec(t);
    if (hex) return hexToRgb(hex[1]);
    const call = /^(rgb|hsl|oklch)\(\s*([^()]+?)\s*\)$/.exec(t);
    const numbers = call && call[2].split(/[\s,/]+/).map(n => n.endsWith('%') ? parseFloat(n) / 100 : parseFloat(n));
    if (!numbers || numbers.length < 3 || numbers.slice(0, 3).some(Number.isNaN)) {
        throw new TypeError(`no colour: ${text}`);
    }
    const three = numbers.slice(0, 3);
    return { rgb: c => c.map(x => clamp(x, 0, 255)), hsl: hslToRgb, oklch: oklchToRgb }[call[1]](three);
};

export const toHex = rgb => '#' + rgb.map(c => Math.round(clamp(c, 0, 255)).toString(16).padStart(2, '0')).join('');

export const toHsl = rgb => {
    const [h, s, l] = rgbToHsl(rgb);
    return `hsl(${h.toFixed(0)} ${(100 * s).toFixed(0)}% ${(100 * l).toFixed(0)}%)`;
};

/* ---------- comparison ---------- */

export const luminance = rgb => {
    const [r, g, b] = toLinear(rgb);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** WCAG 2: from 1 to 21; text wants 4.5. */
export const contrast = (one, other) => {
    const [dark, light] = [luminance(one), luminance(other)].sort((x, y) => x - y);
    return (light + 0.05) / (dark + 0.05);
};

export const difference = (one, other) => {
    const a = rgbToOklab(one), b = rgbToOklab(other);
    return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
};

// How people with one kind of cone missing see it, after Viénot and others (1999).
const BLINDNESS = {
    protan: [[0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]],
    deutan: [[0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]],
};

export const simulate = (kind, rgb) =>
    fromLinear(times(BLINDNESS[kind], toLinear(rgb))).map(c => clamp(c, 0, 255));

const worstDifference = (one, other) => Math.min(
    difference(one, other),
    ...Object.keys(BLINDNESS).map(kind => difference(simulate(kind, one), simulate(kind, other))),
);

/* ---------- palettes ---------- */

export const readable = (background, hue, chroma = 0.12, wanted = 4.5) => {
    const up = luminance(background) < 0.18;
    for (let step = 0; step <= 50; step++) {
        const lightness = up ? 0.5 + step / 100 : 0.5 - step / 100;
        const rgb = oklchToRgb([lightness, chroma, hue]);
        if (contrast(rgb, background) >= wanted) return rgb;
    }
    return up ? [255, 255, 255] : [0, 0, 0];
};

const shortestHue = (from, to) => from + ((to - from + 540) % 360 - 180);

export const scale = (stops, space = 'oklab') => t => {
    const place = clamp(t) * (stops.length - 1);
    const i = Math.min(Math.floor(place), stops.length - 2);
    const [from, to] = [stops[i], stops[i + 1]];
    if (space === 'oklch') {
        const a = rgbToOklch(from), b = rgbToOklch(to);
        const hue = mix(a[2], shortestHue(a[2], b[2]), place - i);
        return oklchToRgb([mix(a[0], b[0], place - i), mix(a[1], b[1], place - i), (hue + 360) % 360]);
    }
    const a = rgbToOklab(from), b = rgbToOklab(to);
    return oklchToRgb(oklabToOklch(a.map((x, k) => mix(x, b[k], place - i))));
};

const candidates = () => {
    const all = [];
    for (let l = 0.45; l < 0.9; l += 0.1) {
        for (let h = 0; h < 360; h += 15) all.push(oklchToRgb([l, 0.13, h]));
    }
    return all;
};

/** Each next colour is the one furthest from all that are there. */
export const categorical = (count, { background = [255, 255, 255], first = [0, 90, 181] } = {}) => {
    const pool = candidates().filter(rgb => contrast(rgb, background) >= 1.8);
    const chosen = [first];
    while (chosen.length < count && pool.length > 0) {
        const distances = pool.map(rgb => Math.min(...chosen.map(c => worstDifference(c, rgb))));
        const best = distances.indexOf(Math.max(...distances));
        chosen.push(...pool.splice(best, 1));
    }
    return chosen;
};

export const harmony = (rgb, kind) => {
    const [l, c, h] = rgbToOklch(rgb);
    const turns = { complement: [180], triad: [120, 240], analogous: [-30, 30], tetrad: [90, 180, 270] }[kind];
    if (!turns) throw new RangeError(`no harmony ${kind}`);
    return [rgb, ...turns.map(turn => oklchToRgb([l, c, (h + turn + 360) % 360]))];
};

export const css = (name, colours) => colours
    .map((rgb, i) => `  --${name}-${i}: ${toHex(rgb)}; /* ${toHsl(rgb)} */`)
    .reduce((text, line) => `${text}${line}\n`, ':root {\n') + '}\n';
