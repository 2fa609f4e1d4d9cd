#!/bin/bash
# The whole training, on one GPU, in eight minutes: pipeline.sh STAGE, with DIR holding multilingual.npz and english.npz (trunk.py),
# examples.jsonl.xz (prepare_data.py) and both tokenizers. Stages: encode, train; then languages, which needs languages.jsonl.xz
# (prepare_languages.py) and goes on from the classifier in models/, for six minutes. Runs that don't depend on each other share the GPU.
set -e
DIR=${DIR:-/root/s}; OUT=${OUT:-$DIR}; HERE=$(cd "$(dirname "$0")" && pwd); cd "$DIR"; export PYTHONUNBUFFERED=1 OMP_NUM_THREADS=2
run() { xargs -P 8 -I{} sh -c "python3 $HERE/train.py {} 2>&1"; }
M="--trunk multilingual.npz --data multilingual-data.npz"; E="--trunk english.npz --data english-data.npz --languages en"
case $1 in
encode)
  python3 "$HERE/encode.py" examples.jsonl.xz multilingual-tokenizer.json multilingual-data.npz &
  python3 "$HERE/encode.py" examples.jsonl.xz english-tokenizer.json english-data.npz; wait ;;
train)
  T=""
  for k in 0 1 2 3; do T="$T m1-$k@$k e1-$k@$k"; done
  for k in 0 1 2 3; do for t in "$M --out m1" "$E --out e1"; do echo "$t-$k --fold $k --seed 1$k --lr 1.5e-4 --steps 1300 --seconds 110"; done; done | run
  python3 "$HERE/combine.py" targets.npz multilingual-data.npz $T
  S="$M --targets targets.npz --predict 0 --steps 6000 --seconds ${SECONDS_LEFT:-330}"
  { echo "$S --out s1 --seed 51 --lr 2e-4 --switch 0.4"; echo "$S --out s2 --seed 52 --lr 2e-4 --switch 0.4"
    echo "$S --out s3 --seed 53 --lr 3e-4 --switch 0.25 --decay 0.8"; echo "$S --out s4 --seed 54 --lr 2e-4"; } | run
  python3 "$HERE/choose.py" multilingual.npz multilingual-data.npz "$OUT" s1 s2 s3 s4 ;;
languages)
  R=${MODELS:-$HERE/../../models}; C="--classifier $R/sentiment/model_int8.onnx --encoder $R/multilingual/model_int8.onnx"
  python3 "$HERE/encode.py" languages.jsonl.xz "$R/multilingual/tokenizer.json" languages.npz
  python3 "$HERE/shipped.py" $R/sentiment/model_int8.onnx $R/multilingual/model_int8.onnx shipped.npz
  A="$HERE/adapt.py --data languages.npz $C"; python3 $A --measure 1
  A="$A --steps 6000 --seconds ${SECONDS_LEFT:-300}"
  { echo "$A --out a1 --seed 61 --lr 1e-4"; echo "$A --out a2 --seed 62 --lr 2e-4"
    echo "$A --out a3 --seed 63 --lr 2e-4 --sharpen 1.5"; echo "$A --out a4 --seed 64 --lr 3e-4 --decay 0.8 --sharpen 1.5"; } | xargs -P 8 -I{} sh -c "python3 {} 2>&1"
  python3 "$HERE/choose.py" shipped.npz languages.npz "$OUT" a1 a2 a3 a4 ;;
esac
