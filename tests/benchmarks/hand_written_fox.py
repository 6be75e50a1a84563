"""One round of variants/fox.yaml by hand: bit sets, one function, written for speed.

It draws the same numbers from the same generator as the generated module, so that both play the same rounds; only
what a random round needs is there. 33 cards, suit-major: card = suit * 11 + rank - 1.
"""

from __future__ import annotations

POINTS = (6, 6, 6, 6, 1, 2, 3, 6, 6, 6, 0, 0, 0, 0)
SUIT = tuple(card // 11 for card in range(33))
RANK = tuple(card % 11 + 1 for card in range(33))
SUITS = tuple(0x7FF << 11 * suit for suit in range(3))
ONES = tuple(1 << 11 * suit for suit in range(3))
bits = int.bit_length
count = int.bit_count


def deal_number(seed_a: int, seed_b: int, deal_no: int) -> int:
    """The state of the generator for one deal."""
    x = seed_a ^ (deal_no * 0x3C6EF372 & 0xFFFFFFFF)
    x = ((x ^ (x >> 16)) * 0x21F0AAAD) & 0xFFFFFFFF
    x = ((x ^ (x >> 15)) * 0x735A2D97) & 0xFFFFFFFF
    low = (x ^ (x >> 15)) & 0xFFFFFFFF
    x = seed_b ^ (low >> 1) ^ deal_no
    x = ((x ^ (x >> 16)) * 0x21F0AAAD) & 0xFFFFFFFF
    x = ((x ^ (x >> 15)) * 0x735A2D97) & 0xFFFFFFFF
    return ((x ^ (x >> 15)) % 1791398083 + 1) << 32 | low


def play_round(x: int, y: int, dealer: int) -> tuple[int, list[int], list[int]]:
    """A random round; returns the choice generator, tricks and treasure points by seat."""
    deck = [0] * 33
    for i in range(0, 32, 2):
        x = (x & 0xFFFFFFFF) * 1791398085 + (x >> 32)
        j = (x & 0xFFFFFFFF) * (i + 1)
        k = j >> 32
        deck[i] = deck[k]
        deck[k] = i
        k = ((j & 0xFFFFFFFF) * (i + 2)) >> 32
        deck[i + 1] = deck[k]
        deck[k] = i + 1
    x = (x & 0xFFFFFFFF) * 1791398085 + (x >> 32)
    k = ((x & 0xFFFFFFFF) * 33) >> 32
    deck[32] = deck[k]
    deck[k] = 32
    leader = 1 - dealer
    first = second = 0
    for card in deck[32:6:-2]:
        first |= 1 << card
    for card in deck[31:5:-2]:
        second |= 1 << card
    hands = [0, 0]
    hands[leader], hands[dealer] = first, second
    decree = deck[6]
    stock = deck[5::-1]
    tricks = [0, 0]
    treasure = [0, 0]
    for _ in range(13):
        played0 = played1 = 0
        seat = leader
        for follows in (0, 1):
            hand = legal = hands[seat]
            if follows:
                suit = SUIT[played0]
                same = hand & SUITS[suit]
                if same:
                    legal = same
                    if RANK[played0] == 11:
                        legal = same & (ONES[suit] | 1 << bits(same) - 1)
            y = (y & 0xFFFFFFFF) * 1791398085 + (y >> 32)
            k = ((y & 0xFFFFFFFF) * count(legal)) >> 32
            while k:
                legal &= legal - 1
                k -= 1
            bit = legal & -legal
            hand ^= bit
            card = bits(bit) - 1
            rank = RANK[card]
            if rank == 3:
                if hand:
                    y = (y & 0xFFFFFFFF) * 1791398085 + (y >> 32)
                    k = ((y & 0xFFFFFFFF) * (count(hand) + 1)) >> 32
                    rest = hand
                    while k and rest:
                        rest &= rest - 1
                        k -= 1
                    if rest:
                        low = rest & -rest
                        hand = (hand ^ low) | 1 << decree
                        decree = bits(low) - 1
            elif rank == 5:
                hand |= 1 << stock.pop(0)
                y = (y & 0xFFFFFFFF) * 1791398085 + (y >> 32)
                k = ((y & 0xFFFFFFFF) * count(hand)) >> 32
                rest = hand
                while k:
                    rest &= rest - 1
                    k -= 1
                low = rest & -rest
                hand ^= low
                stock.append(bits(low) - 1)
            hands[seat] = hand
            if follows:
                played1 = card
            else:
                played0 = card
            seat = 1 - seat
        trump = SUIT[decree]
        rank0, rank1 = RANK[played0], RANK[played1]
        suit0, suit1 = SUIT[played0], SUIT[played1]
        if (rank0 == 9) != (rank1 == 9):
            if rank0 == 9:
                suit0 = trump
            else:
                suit1 = trump
        second_wins = rank1 > rank0 if suit0 == suit1 else suit1 == trump
        winner = leader ^ second_wins
        tricks[winner] += 1
        if rank0 == 7:
            treasure[winner] += 1
        if rank1 == 7:
            treasure[winner] += 1
        loser_rank = rank0 if second_wins else rank1
        leader = 1 - winner if loser_rank == 1 else winner
    return y, tricks, treasure


def play_game(seed_a: int, seed_b: int, y: int, target: int = 21) -> tuple[int, list[int], int]:
    """A random game to `target`; returns the choice generator, the scores and the number of rounds."""
    x = deal_number(seed_a, seed_b, 0)
    x = (x & 0xFFFFFFFF) * 1791398085 + (x >> 32)
    dealer = ((x & 0xFFFFFFFF) * 2) >> 32
    scores = [0, 0]
    rounds = 0
    while max(scores) < target and rounds < 60:
        rounds += 1
        y, tricks, treasure = play_round(deal_number(seed_a, seed_b, rounds), y, dealer)
        for seat in (0, 1):
            scores[seat] += POINTS[tricks[seat]] + treasure[seat]
        dealer = 1 - dealer
    return y, scores, rounds
