import type { Camera, Size } from './camera.js';
import { PALETTE_SIZE, type Palette } from './palette.js';

const VERTEX = `
attribute vec2 place;
attribute float color;
attribute float lit;
uniform vec2 middle;
uniform vec2 scale;
uniform float size;
uniform bool dimmed;
uniform bool drawsLit;
uniform vec3 palette[${PALETTE_SIZE}];
varying vec4 shown;
void main() {
  bool isLit = lit > 0.5;
  vec2 at = (place - middle) * scale;
  // What this pass does not draw lies out of sight.
  gl_Position = isLit == drawsLit ? vec4(at.x, -at.y, 0.0, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
  gl_PointSize = isLit ? size * 1.6 + 2.0 : size;
  shown = vec4(palette[int(color)], isLit ? 1.0 : dimmed ? 0.16 : 0.82);
}`;

const FRAGMENT = `
precision mediump float;
varying vec4 shown;
void main() {
  float away = length(gl_PointCoord - 0.5);
  float cover = 1.0 - smoothstep(0.40, 0.5, away);
  gl_FragColor = vec4(shown.rgb, 1.0) * shown.a * cover;
}`;

export interface View {
  camera: Camera;
  size: Size;
  /** Pixels of the screen in one of the page. */
  density: number;
  palette: Palette;
  /** How wide a point is, in pixels of the page. */
  pointSize: number;
  /** Whether all points that are not lit step back. */
  isDimmed: boolean;
}

/** Draws points as discs with WebGL: a hundred thousand in a few milliseconds. */
export class PointRenderer {
  readonly #gl: WebGLRenderingContext;
  readonly #program: WebGLProgram;
  #count = 0;

  /** Throws if the browser has no WebGL. */
  constructor(canvas: HTMLCanvasElement) {
    const gl = canvas.getContext('webgl', { antialias: false, premultipliedAlpha: true });
    if (gl === null) throw new Error('This browser can’t draw the map: it has no WebGL.');
    this.#gl = gl;
    this.#program = linked(gl);
    // biome-ignore lint/correctness/useHookAtTopLevel: of WebGL, not of React
    gl.useProgram(this.#program);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  setPlaces(x: Float32Array, y: Float32Array): void {
    this.#count = x.length;
    const places = new Float32Array(2 * x.length);
    for (let point = 0; point < x.length; point++) {
      places[2 * point] = x[point]!;
      places[2 * point + 1] = y[point]!;
    }
    this.#fill('place', places, 2);
  }

  /** For each point its place in the palette. */
  setColors(colors: Float32Array): void {
    this.#fill('color', colors, 1);
  }

  /** 1 for each point that stands out. */
  setLit(lit: Float32Array): void {
    this.#fill('lit', lit, 1);
  }

  draw({ camera, size, density, palette, pointSize, isDimmed }: View): void {
    const gl = this.#gl;
    const canvas = gl.canvas;
    canvas.width = Math.round(size.width * density);
    canvas.height = Math.round(size.height * density);
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.uniform2f(this.#uniform('middle'), camera.x, camera.y);
    gl.uniform2f(this.#uniform('scale'), (2 * camera.scale) / size.width, (2 * camera.scale) / size.height);
    gl.uniform1f(this.#uniform('size'), pointSize * density);
    gl.uniform1i(this.#uniform('dimmed'), Number(isDimmed));
    gl.uniform3fv(this.#uniform('palette'), palette.rgb);
    for (const drawsLit of [0, 1]) {
      gl.uniform1i(this.#uniform('drawsLit'), drawsLit);
      gl.drawArrays(gl.POINTS, 0, this.#count);
    }
  }

  #uniform(name: string): WebGLUniformLocation | null {
    return this.#gl.getUniformLocation(this.#program, name);
  }

  #fill(attribute: string, values: Float32Array, width: number): void {
    const gl = this.#gl;
    const at = gl.getAttribLocation(this.#program, attribute);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, values, gl.STATIC_DRAW);
    gl.enableVertexAttribArray(at);
    gl.vertexAttribPointer(at, width, gl.FLOAT, false, 0, 0);
  }
}

function linked(gl: WebGLRenderingContext): WebGLProgram {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(type);
    if (shader === null) throw new Error('The graphics of this browser are not available.');
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
    throw new Error(`The map can’t be drawn: ${gl.getProgramInfoLog(program) ?? 'unknown error'}`);
  }
  return program;
}
