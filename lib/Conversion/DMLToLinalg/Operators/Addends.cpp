//===- Addends.cpp - Elements as fold sums them ---------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Addends.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include <cmath>

using namespace mlir;

namespace dml {
namespace {

/// Converts between f16 and f32 by integer arithmetic and a few operations of
/// f32. These are exact on every device, because their operands and results are
/// no denormals.
class HalfConversion {
public:
  HalfConversion(OpBuilder &b, Location loc) : b(b), loc(loc) {}

  /// f16 to f32.
  Value widen(Value half) {
    Value word = create<arith::ExtUIOp>(
        b.getI32Type(), create<arith::BitcastOp>(b.getI16Type(), half));
    word = create<arith::ShLIOp>(word, constant(16));
    Value shifted =
        both(create<arith::ShRUIOp>(word, constant(3)), 0x7fff << 13);
    // The exponent of infinities and NaNs becomes f32's; other numbers become
    // 2^112 times as large.
    Value scaled = asFloat(
        create<arith::AddIOp>(shifted, constant(uint32_t(255 - 31) << 23)));
    Value number = create<arith::MulFOp>(scaled, powerOfTwo(-112));
    // That is (1 + x) * 2^-15 for a denormal x * 2^-14. Twice as much less
    // 2^-14 is right; for another number it is no less than the number.
    Value denormal = create<arith::SubFOp>(
        create<arith::MulFOp>(scaled, powerOfTwo(-111)), powerOfTwo(-14));
    Value magnitude = create<arith::MinUIOp>(asBits(number), asBits(denormal));
    return asFloat(create<arith::OrIOp>(magnitude, both(word, 0x80000000)));
  }

  /// f32 to f16, rounded to nearest even. Any NaN becomes the quiet NaN.
  Value round(Value number) {
    Value bits = asBits(number);
    Value sign = both(create<arith::ShRUIOp>(bits, constant(16)), 0x8000);
    Value magnitude = both(bits, 0x7fffffff);
    Value odd = both(create<arith::ShRUIOp>(magnitude, constant(13)), 1);
    Value rounded =
        create<arith::AddIOp>(create<arith::AddIOp>(magnitude, odd),
                              constant(0xfff - (uint32_t(127 - 15) << 23)));
    Value normal = create<arith::ShRUIOp>(rounded, constant(13));
    normal = create<arith::MinUIOp>(normal, constant(0x7c00));
    // In f32, the last bit of 0.5 has the value of the last bit of an f16
    // denormal, so adding 0.5 rounds to it.
    Value half = constant(uint32_t(126) << 23);
    Value denormal = create<arith::SubIOp>(
        asBits(create<arith::AddFOp>(asFloat(magnitude), asFloat(half))), half);
    Value least = constant(uint32_t(127 - 14) << 23);
    Value isDenormal =
        create<arith::CmpIOp>(arith::CmpIPredicate::ult, magnitude, least);
    Value result =
        create<arith::OrIOp>(select(isDenormal, denormal, normal), sign);
    Value isNaN = create<arith::CmpIOp>(arith::CmpIPredicate::ugt, magnitude,
                                        constant(uint32_t(255) << 23));
    result = select(isNaN, constant(0x7e00), result);
    return create<arith::BitcastOp>(
        b.getF16Type(), create<arith::TruncIOp>(b.getI16Type(), result));
  }

private:
  template <typename OpT, typename... Args> Value create(Args &&...args) {
    return OpT::create(b, loc, std::forward<Args>(args)...);
  }
  Value constant(uint32_t value) {
    return create<arith::ConstantOp>(
        b.getI32IntegerAttr(static_cast<int32_t>(value)));
  }
  Value powerOfTwo(int exponent) {
    return create<arith::ConstantOp>(
        b.getF32FloatAttr(std::ldexp(1.0f, exponent)));
  }
  Value both(Value value, uint32_t mask) {
    return create<arith::AndIOp>(value, constant(mask));
  }
  Value isBelow(Value value, uint32_t bound) {
    return create<arith::CmpIOp>(arith::CmpIPredicate::ult, value,
                                 constant(bound));
  }
  Value select(Value condition, Value then, Value otherwise) {
    return create<arith::SelectOp>(condition, then, otherwise);
  }
  Value asFloat(Value bits) {
    return create<arith::BitcastOp>(b.getF32Type(), bits);
  }
  Value asBits(Value number) {
    return create<arith::BitcastOp>(b.getI32Type(), number);
  }

  OpBuilder &b;
  Location loc;
};

} // namespace

Addends::Addends(Type type, const LoweringOptions &options)
    : type(type), hasHalfConversions(options.hasHalfConversions) {
  Builder b(type.getContext());
  unsigned width = type.getIntOrFloatBitWidth();
  if (type.isF16())
    sumType = b.getF32Type();
  else if (isa<FloatType>(type))
    sumType = type;
  else
    sumType =
        b.getIntegerType(std::max<int64_t>(width, options.minIntegerBits));
  if (isa<IntegerType>(type))
    this->type = b.getIntegerType(width);
}

TypedAttr Addends::getNeutral() const {
  Builder b(sumType.getContext());
  if (auto floatType = dyn_cast<FloatType>(sumType))
    return b.getFloatAttr(
        sumType, APFloat::getZero(floatType.getFloatSemantics(), true));
  return b.getZeroAttr(sumType);
}

Value Addends::toAddend(OpBuilder &b, Location loc, Value element) const {
  if (type == sumType)
    return element;
  if (type.isF16())
    return hasHalfConversions
               ? arith::ExtFOp::create(b, loc, sumType, element).getResult()
               : HalfConversion(b, loc).widen(element);
  return arith::ExtUIOp::create(b, loc, sumType, element);
}

Value Addends::add(OpBuilder &b, Location loc, Value sum, Value addend) const {
  if (isFloat())
    return arith::AddFOp::create(b, loc, sum, addend);
  return arith::AddIOp::create(b, loc, sum, addend);
}

Value Addends::toElement(OpBuilder &b, Location loc, Value sum) const {
  if (type.isF16() && !hasHalfConversions)
    return HalfConversion(b, loc).round(sum);
  if (auto floatType = dyn_cast<FloatType>(type)) {
    APFloat quietNaN = APFloat::getQNaN(floatType.getFloatSemantics());
    Value isNaN =
        arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNO, sum, sum);
    auto select = [&](TypedAttr nan, Value number) -> Value {
      Value constant = arith::ConstantOp::create(b, loc, nan);
      return arith::SelectOp::create(b, loc, isNaN, constant, number);
    };
    if (type == sumType)
      return select(b.getFloatAttr(type, quietNaN), sum);
    // Some drivers convert every NaN to one NaN, and drop a select in front of
    // the conversion. So the bits are selected after it.
    Value rounded = arith::TruncFOp::create(b, loc, type, sum);
    Type bits = b.getIntegerType(type.getIntOrFloatBitWidth());
    Value selected = select(b.getIntegerAttr(bits, quietNaN.bitcastToAPInt()),
                            arith::BitcastOp::create(b, loc, bits, rounded));
    return arith::BitcastOp::create(b, loc, type, selected);
  }
  if (type == sumType)
    return sum;
  return arith::TruncIOp::create(b, loc, type, sum);
}

} // namespace dml
