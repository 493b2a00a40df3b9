//! `libkempelen`: what the zero worker offers, for programs in C and whoever can call it.
//!
//! The header is `include/kempelen.h`; [`cbindgen`](https://github.com/mozilla/cbindgen) writes it from this file, and a
//! test sees to it that it stays so. Everything that touches a caller's memory is in `border`.

mod border;

use std::ffi::{c_char, c_int};

use kempelen_rules::{AnyGame, AnyPosition, Move, VariantId, with_game};
use kempelen_zero::encode::{self, EncodeError};
use kempelen_zero::{Learnable, policy, status};

use border::{AnswerSlot, Buffer, Caller, guard};

/// What came of a call.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Code {
    /// All is well.
    Ok = 0,
    /// A pointer that must point somewhere is NULL.
    Null = -1,
    /// A buffer is too short. Where the call can say how long it must be, it has done so; nothing else was written.
    Short = -2,
    /// A text is not UTF-8, or no such game.
    Text = -3,
    /// The FEN cannot be read, or its position cannot be played.
    Fen = -4,
    /// There is no such move, or it is not legal here.
    Illegal = -5,
    /// There is no move to take back.
    Start = -6,
    /// A number is out of range.
    Range = -7,
    /// A mistake of the library's own. The board should not be used any more.
    Internal = -8,
}

/// A game from its start to the position now. Its insides are the library's own.
pub struct Board(AnyGame);

/// What a code means, in English. The text lives as long as the program.
#[unsafe(no_mangle)]
pub extern "C" fn kempelen_code_text(code: c_int) -> *const c_char {
    let text = match code {
        0 => c"all is well",
        -1 => c"a pointer is NULL",
        -2 => c"a buffer is too short",
        -3 => c"a text is not UTF-8, or there is no such game",
        -4 => c"the FEN cannot be read, or its position cannot be played",
        -5 => c"no legal move",
        -6 => c"there is no move to take back",
        -7 => c"a number is out of range",
        -8 => c"a mistake of the library",
        _ => c"no code of this library",
    };
    text.as_ptr()
}

/// A new board in `out`, to be freed with `kempelen_board_free`. The variant is "chess" or "makruk", and NULL is chess; an
/// FEN of NULL is the start of the game. `out` is NULL if this fails.
///
/// # Safety
/// Texts end in a NUL byte, and `out` can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kempelen_board_new(
    variant: *const c_char,
    fen: *const c_char,
    out: *mut *mut Board,
) -> c_int {
    guard(|| {
        // SAFETY: the caller vouches for all three.
        let (variant, fen, mut out) =
            unsafe { (Caller(variant).text()?, Caller(fen).text()?, AnswerSlot::new(out)?) };
        out.set(std::ptr::null_mut());
        let variant: VariantId = variant.unwrap_or("chess").parse().map_err(|_| Code::Text)?;
        let start = match fen {
            None => AnyPosition::start(variant),
            Some(fen) => AnyPosition::from_fen(variant, fen).map_err(|_| Code::Fen)?,
        };
        out.set(Box::into_raw(Box::new(Board(AnyGame::new(start)))));
        Ok(0)
    })
}

/// A copy of a board with all its history in `out`, to be freed like the first.
///
/// # Safety
/// The board is one of this library's, and `out` can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kempelen_board_copy(board: *const Board, out: *mut *mut Board) -> c_int {
    guard(|| {
        // SAFETY: the caller vouches for both.
        let (board, mut out) = unsafe { (Caller(board).get()?, AnswerSlot::new(out)?) };
        out.set(Box::into_raw(Box::new(Board(board.0.clone()))));
        Ok(0)
    })
}

/// Frees a board. NULL is freed already.
///
/// # Safety
/// The board is one of this library's, and is not used after this.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kempelen_board_free(board: *mut Board) {
    if !board.is_null() {
        // SAFETY: it came out of a box, and the caller gives it back.
        drop(unsafe { Box::from_raw(board) });
    }
}

/// Plays a legal move.
///
/// # Safety
/// The board is one of this library's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kempelen_push(board: *mut Board, m: u16) -> c_int {
    guard(|| {
        // SAFETY: the caller vouches for it.
        let board = unsafe { Caller(board).get_mut()? };
        let m = legal(board, m)?;
        board.0.play(m);
        Ok(0)
    })
}

/// Plays a legal move that is written in UCI's spelling, such as "e2e4", "e7e8q" or "e1g1".
///
/// # Safety
/// The board is one of this library's, and the text ends in a NUL byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kempelen_push_uci(board: *mut Board, text: *const c_char) -> c_int {
    guard(|| {
        // SAFETY: the caller vouches for both.
        let (board, text) = unsafe { (Caller(board).get_mut()?, Caller(text).text()?.ok_or(Code::Null)?) };
        let m = board.0.position().read_uci(text).map_err(|_| Code::Illegal)?;
        board.0.play(m);
        Ok(0)
    })
}

/// Takes the last move back.
///
/// # Safety
/// The board is one of this library's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kempelen_pop(board: *mut Board) -> c_int {
    guard(|| {
        // SAFETY: the caller vouches for it.
        let board = unsafe { Caller(board).get_mut()? };
        board.0.take_back().map(|_| 0).ok_or(Code::Start)
    })
}

/// Writes the legal moves into `out`, which has room for `capacity`, and returns how many there are. No position has more
/// than 256. With no room at all (`capacity` 0) they are only counted.
///
/// # Safety
/// The board is one of this library's, and `out` has room for as many as it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kempelen_legal_moves(board: *const Board, out: *mut u16, capacity: usize) -> c_int {
    guard(|| {
        // SAFETY: the caller vouches for it.
        let board = unsafe { Caller(board).get()? };
        let moves = board.0.position().legal_moves();
        if capacity > 0 {
            // SAFETY: the caller vouches for it.
            let mut out = unsafe { Buffer::new(out, capacity)? };
            for (slot, m) in out.first(moves.len())?.iter_mut().zip(&moves) {
                *slot = m.bits().get();
            }
        }
        c_int::try_from(moves.len()).map_err(|_| Code::Internal)
    })
}

/// The move of a text in UCI's spelling, in `out`.
///
/// # Safety
/// The board is one of this library's, the text ends in a NUL byte, and `out` can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kempelen_uci_to_move(
    board: *const Board,
    text: *const c_char,
    out: *mut u16,
) -> c_int {
    guard(|| {
        // SAFETY: the caller vouches for all three.
        let (board, text, mut out) =
            unsafe { (Caller(board).get()?, Caller(text).text()?.ok_or(Code::Null)?, AnswerSlot::new(out)?) };
        out.set(board.0.position().read_uci(text).map_err(|_| Code::Illegal)?.bits().get());
        Ok(0)
    })
}

/// Writes a legal move in UCI's spelling, with a NUL byte at its end: six bytes are enough.
///
/// # Safety
/// The board is one of this library's, and `out` has room for as many as it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kempelen_move_to_uci(
    board: *const Board,
    m: u16,
    out: *mut c_char,
    capacity: usize,
) -> c_int {
    guard(|| {
        // SAFETY: the caller vouches for both.
        let (board, mut out) = unsafe { (Caller(board).get()?, Buffer::new(out, capacity)?) };
        let text = board.0.position().uci(legal(board, m)?);
        out.write_text(&text)?;
        Ok(0)
    })
}

/// The policy index of a legal move, from 0 to `kempelen_policy_len` - 1.
///
/// # Safety
/// The board is one of this library's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kempelen_move_to_index(board: *const Board, m: u16) -> c_int {
    guard(|| {
        // SAFETY: the caller vouches for it.
        let board = unsafe { Caller(board).get()? };
        let m = legal(board, m)?;
        let index = with_game!(&board.0, game => policy::move_to_index(game.position(), m));
        c_int::try_from(index).map_err(|_| Code::Internal)
    })
}

/// The legal move of a policy index, in `out`.
///
/// # Safety
/// The board is one of this library's, and `out` can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kempelen_index_to_move(board: *const Board, index: u32, out: *mut u16) -> c_int {
    guard(|| {
        // SAFETY: the caller vouches for both.
        let (board, mut out) = unsafe { (Caller(board).get()?, AnswerSlot::new(out)?) };
        let m = with_game!(&board.0, game => policy::index_to_move(game.position(), index as usize));
        out.set(m.ok_or(Code::Illegal)?.bits().get());
        Ok(0)
    })
}

/// How many policy indices the game has: 4168 in chess, 4096 in makruk.
///
/// # Safety
/// The board is one of this library's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kempelen_policy_len(board: *const Board) -> c_int {
    guard(|| {
        // SAFETY: the caller vouches for it.
        let board = unsafe { Caller(board).get()? };
        c_int::try_from(with_game!(&board.0, game => policy_len(game))).map_err(|_| Code::Internal)
    })
}

fn policy_len<V: Learnable>(_: &kempelen_rules::Game<V>) -> usize {
    V::POLICY_LEN
}

/// Writes 1 for the policy index of every legal move and 0 for all others.
///
/// # Safety
/// The board is one of this library's, and `out` has room for as many as it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kempelen_legal_mask(board: *const Board, out: *mut f32, capacity: usize) -> c_int {
    guard(|| {
        // SAFETY: the caller vouches for both.
        let (board, mut out) = unsafe { (Caller(board).get()?, Buffer::new(out, capacity)?) };
        let mask = out.first(with_game!(&board.0, game => policy_len(game)))?;
        with_game!(&board.0, game => policy::legal_mask(game.position(), mask));
        Ok(0)
    })
}

/// How many floats the tensor of a position with so many steps of history has, (14 * steps + 7) * 64; 0 if that is more
/// history than can be encoded.
#[unsafe(no_mangle)]
pub extern "C" fn kempelen_tensor_len(history_steps: usize) -> usize {
    if history_steps > encode::MOST_STEPS { 0 } else { encode::tensor_len(history_steps) }
}

/// Writes the tensor of the position now: `kempelen_tensor_len` floats, at plane * 64 + row * 8 + file.
///
/// # Safety
/// The board is one of this library's, and `out` has room for as many as it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kempelen_board_to_tensor(
    board: *const Board,
    history_steps: usize,
    out: *mut f32,
    capacity: usize,
) -> c_int {
    guard(|| {
        // SAFETY: the caller vouches for both.
        let (board, mut out) = unsafe { (Caller(board).get()?, Buffer::new(out, capacity)?) };
        let encoded = with_game!(&board.0, game => encode::board_to_tensor(game, history_steps, out.all()));
        encoded.map(|()| 0).map_err(|error| match error {
            EncodeError::Steps(_) => Code::Range,
            EncodeError::Short { .. } => Code::Short,
        })
    })
}

/// Whether the side to move is in check.
///
/// # Safety
/// The board is one of this library's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kempelen_is_in_check(board: *const Board) -> c_int {
    // SAFETY: the caller vouches for it.
    ask(unsafe { Caller(board).get() }, |board| with_game!(&board.0, game => status::is_in_check(game)))
}

/// Whether the side to move is in check and has no move.
///
/// # Safety
/// The board is one of this library's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kempelen_is_checkmate(board: *const Board) -> c_int {
    // SAFETY: the caller vouches for it.
    ask(unsafe { Caller(board).get() }, |board| with_game!(&board.0, game => status::is_checkmate(game)))
}

/// Whether the side to move has no move and is not in check.
///
/// # Safety
/// The board is one of this library's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kempelen_is_stalemate(board: *const Board) -> c_int {
    // SAFETY: the caller vouches for it.
    ask(unsafe { Caller(board).get() }, |board| with_game!(&board.0, game => status::is_stalemate(game)))
}

/// Whether the game is a draw by the fifty-move rule (makruk: by counting), by threefold repetition or for lack of men.
///
/// # Safety
/// The board is one of this library's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kempelen_is_draw(board: *const Board) -> c_int {
    // SAFETY: the caller vouches for it.
    ask(unsafe { Caller(board).get() }, |board| with_game!(&board.0, game => status::is_draw(game)))
}

/// Whether the game is over.
///
/// # Safety
/// The board is one of this library's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kempelen_is_game_over(board: *const Board) -> c_int {
    // SAFETY: the caller vouches for it.
    ask(unsafe { Caller(board).get() }, |board| with_game!(&board.0, game => status::is_game_over(game)))
}

/// Whether the game is over, and if so in `out` what it is worth to the side to move: -1 if it is mated, 0 for a draw.
///
/// # Safety
/// The board is one of this library's, and `out` can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kempelen_game_result(board: *const Board, out: *mut f32) -> c_int {
    guard(|| {
        // SAFETY: the caller vouches for both.
        let (board, mut out) = unsafe { (Caller(board).get()?, AnswerSlot::new(out)?) };
        let result = with_game!(&board.0, game => status::game_result(game));
        Ok(result.map_or(0, |result| {
            out.set(result);
            1
        }))
    })
}

/// How often the position now has occurred in the game.
///
/// # Safety
/// The board is one of this library's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kempelen_repetitions(board: *const Board) -> c_int {
    guard(|| {
        // SAFETY: the caller vouches for it.
        let board = unsafe { Caller(board).get()? };
        c_int::try_from(board.0.repetitions()).map_err(|_| Code::Internal)
    })
}

/// Writes the FEN of the position now, with a NUL byte at its end. `needed`, unless it is NULL, gets the bytes that takes.
///
/// # Safety
/// The board is one of this library's, `out` has room for as many as it says, and `needed` can be written to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kempelen_fen(
    board: *const Board,
    out: *mut c_char,
    capacity: usize,
    needed: *mut usize,
) -> c_int {
    guard(|| {
        // SAFETY: the caller vouches for it.
        let text = unsafe { Caller(board).get()? }.0.position().fen();
        if !needed.is_null() {
            // SAFETY: the caller vouches for it.
            unsafe { AnswerSlot::new(needed)? }.set(text.len() + 1);
        }
        // SAFETY: the caller vouches for it.
        unsafe { Buffer::new(out, capacity)? }.write_text(&text)?;
        Ok(0)
    })
}

/// A move that is legal here.
fn legal(board: &Board, m: u16) -> Result<Move, Code> {
    Move::from_bits(m).filter(|&m| board.0.position().is_legal(m)).ok_or(Code::Illegal)
}

/// Yes or no.
fn ask(board: Result<&Board, Code>, question: impl FnOnce(&Board) -> bool) -> c_int {
    guard(|| Ok(c_int::from(question(board?))))
}
